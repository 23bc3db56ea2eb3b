/** The calls of a person and of clubs; they are the server's, a tab has none. */
import { settings } from '../app/settings.svelte';
import { signName } from '../kit/seats';
import type {
  Called,
  CallShown,
  ClubPage,
  ClubShown,
  Device,
  History,
  Mate,
  MeShown,
  MoveCode,
  PasskeyShown,
  PersonShown,
} from '../lib/messages';
import { send, takeToken, token } from './api';

const ME = '/api/me';

/** What the browser makes of a passkey's options, in the form that goes over the wire. */
async function made(asked: { options: object }, how: 'create' | 'get'): Promise<unknown> {
  const publicKey =
    how === 'create'
      ? PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as PublicKeyCredentialCreationOptionsJSON)
      : PublicKeyCredential.parseRequestOptionsFromJSON(asked.options as PublicKeyCredentialRequestOptionsJSON);
  const found = (await (how === 'create'
    ? navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
    : navigator.credentials.get({ publicKey }))) as PublicKeyCredential | null;
  if (!found) throw new Error('');
  return { credential: found.toJSON() as unknown };
}

/** Whether this browser can keep a passkey for this address: only pages that came safely, and by a name, may. */
export const canKeep = (): boolean =>
  isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);

export const club = {
  me: () => send<MeShown>('GET', ME),
  change: () => send<MeShown>('POST', ME, { name: settings.name, sign: settings.sign, colour: settings.colour }),
  /** Before others see me: by the name that I have here. */
  introduce: () => (settings.name ? club.change().then(() => undefined) : Promise.resolve()),
  history: (game = '', before?: number) =>
    send<History>('GET', `${ME}/history?game=${game}${before === undefined ? '' : `&before=${before}`}`),
  people: () => send<Mate[]>('GET', `${ME}/people`),
  call: (table: string, people: string[]) => send<Called>('POST', `${ME}/people/call`, { table, people }),
  calls: () => send<CallShown[]>('GET', `${ME}/calls`),
  dismiss: (table: string) => send<CallShown[]>('POST', `${ME}/calls/dismiss`, { table }),
  code: () => club.introduce().then(() => send<MoveCode>('POST', `${ME}/code`)),
  claim: (code: string) => send<MeShown>('POST', `${ME}/claim`, { code }),
  /** This device is nobody again, or the person is gone altogether. */
  async end(how: 'part' | 'delete'): Promise<void> {
    takeToken(ME, (await send<Device>('POST', `${ME}/${how}`)).token);
  },
  async exported(): Promise<void> {
    const answer = await fetch(`${ME}/export`, { headers: { Authorization: `Bearer ${await token(ME)}` } });
    if (!answer.ok) throw new Error('');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = 'parlour-me.json';
    link.click();
    URL.revokeObjectURL(link.href);
  },
  async keep(): Promise<PasskeyShown> {
    await club.introduce();
    return send('POST', '/api/passkeys', await made(await send('POST', '/api/passkeys/new'), 'create'));
  },
  enter: async () =>
    send<PersonShown>('POST', '/api/passkeys/enter', await made(await send('POST', '/api/passkeys/ask'), 'get')),
  drop: (id: string) => send<PasskeyShown[]>('POST', '/api/passkeys/drop', { id }),

  clubs: () => send<ClubShown[]>('GET', '/api/clubs'),
  found: (name: string) => club.introduce().then(() => send<ClubPage>('POST', '/api/clubs', { name })),
  show: (id: string) => send<ClubPage | ClubShown>('GET', `/api/clubs/${id}`),
  join: (id: string) => club.introduce().then(() => send<ClubPage>('POST', `/api/clubs/${id}/join`)),
  leave: (id: string) => send<ClubShown[]>('POST', `/api/clubs/${id}/leave`),
  remove: (id: string, person: string) => send<ClubPage>('POST', `/api/clubs/${id}/remove`, { person }),
};

/** Whoever has told no name goes by the sign. */
export const called = (person: PersonShown): string => person.name || signName(person.sign ?? 0);

/** This device looks like the person it is. */
export function wear(person: { name: string; sign?: number | null; colour?: number | null }): void {
  if (person.name) settings.name = person.name;
  settings.sign = person.sign ?? settings.sign;
  settings.colour = person.colour ?? settings.colour;
}
