/** What the words of the pages may ask of their values. */
import { expect, it } from 'vitest';
import { fill, form } from '../src/app/grammar';

it('chooses by the number, in the forms of the language', () => {
  const cards = '{n} {n:one=karta|few=karty|many=kart}';
  expect([1, 3, 5, 12, 22].map((n) => fill(cards, { n }, 'pl'))).toEqual([
    '1 karta',
    '3 karty',
    '5 kart',
    '12 kart',
    '22 karty',
  ]);
  expect(fill('{n:0=nothing|other={n} of {of}}', { n: 0, of: 3 }, 'en')).toBe('nothing');
  expect(fill('{n:0=nothing|other={n} of {of}}', { n: 2, of: 3 }, 'en')).toBe('2 of 3');
});

it('shortens before a vowel', () => {
  const turn = 'Au tour {name:vowel=d’|other=de }{name}';
  expect(['Émile', 'Zoé', 'Ada'].map((name) => fill(turn, { name }, 'fr'))).toEqual([
    'Au tour d’Émile',
    'Au tour de Zoé',
    'Au tour d’Ada',
  ]);
});

it('fills plain fields, and an unknown one with nothing', () => {
  expect(fill('{a} and {b}.', { a: 'Ada' }, 'en')).toBe('Ada and .');
  expect(form('en', 3, 'ordinal')).toBe('few');
});
