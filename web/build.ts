/** Small steps of the build: every drawing into the page's one symbol sheet, Python beside the pages, and every file compressed beforehand. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const here = import.meta.dirname;
const DRAWINGS = join(here, '../src/parlour/core/symbols.json');
const ICONS = join(here, 'src/icons');
const SIZES = 'virtual:symbols';

interface Drawing {
  width: number;
  height: number;
  body: string;
}
interface Art {
  clips: Record<string, string>;
  symbols: Record<string, Drawing>;
}

const art = (): Art => JSON.parse(readFileSync(DRAWINGS, 'utf8')) as Art;

function icons(): Record<string, string> {
  const names = readdirSync(ICONS).filter((name) => name.endsWith('.svg'));
  const inside = (text: string) =>
    text
      .replace(/<!--.*?-->/s, '')
      .replace(/<\/?svg[^>]*>/gs, '')
      .replace(/\s+/g, ' ')
      .trim();
  return Object.fromEntries(names.map((name) => [name.slice(0, -4), inside(readFileSync(join(ICONS, name), 'utf8'))]));
}

/** All of symbols.json (the drawings that the server uses too) and the icons, as one hidden SVG. */
function sheet(): string {
  const { clips, symbols } = art();
  const parts = Object.entries(clips).map(([id, body]) => `<clipPath id="${id}">${body}</clipPath>`);
  for (const [id, s] of Object.entries(symbols))
    parts.push(`<symbol id="${id}" viewBox="0 0 ${s.width} ${s.height}" overflow="visible">${s.body}</symbol>`);
  for (const [id, body] of Object.entries(icons())) parts.push(`<symbol id="i-${id}" viewBox="0 0 24 24">${body}</symbol>`);
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${parts.join('')}</defs></svg>`;
}

export function symbolSheet(): Plugin {
  return {
    name: 'parlour-symbols',
    resolveId: (id) => (id === SIZES ? `\0${SIZES}` : undefined),
    load(id) {
      if (id !== `\0${SIZES}`) return undefined;
      const sizes = Object.entries(art().symbols).map(([name, s]) => [name, [s.width, s.height]]);
      return `export const sizes = ${JSON.stringify(Object.fromEntries(sizes))};`;
    },
    transformIndexHtml: (html) => html.replace('<!--symbols-->', sheet),
  };
}

const PYTHON = join(here, 'node_modules/pyodide');
const MADE = join(here, 'node_modules/.cache/tab');
const RUNS = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'pyodide-lock.json'];
const MUJOCO = join(here, 'node_modules/@mujoco/mujoco');

const versionOf = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;
/** Where the pages find MuJoCo's code. */
export const physics = `physics/mujoco-${versionOf(MUJOCO)}.wasm.gz`;

/** What a page needs to be a house of its own: Python for the browser, and its packages. The server's page lies at every address. */
export function offline(): Plugin {
  let folder = '';
  return {
    name: 'parlour-offline',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      const out = join(folder, 'tab', versionOf(PYTHON));
      mkdirSync(out, { recursive: true });
      for (const name of RUNS) copyFileSync(join(PYTHON, name), join(out, name));
      for (const name of readdirSync(MADE).filter((name) => /\.(tar|zip)$/.test(name)))
        copyFileSync(join(MADE, name), join(out, name));
      mkdirSync(join(folder, 'physics'), { recursive: true });
      copyFileSync(join(MUJOCO, 'mujoco.wasm'), join(folder, 'physics', `mujoco-${versionOf(MUJOCO)}.wasm`));
      const page = join(folder, 'index.html');
      writeFileSync(page, readFileSync(page, 'utf8').replaceAll('"./', '"/'));
    },
  };
}

/** Only packed: the page itself unpacks them (src/tab/packed.ts). */
const PACKED = /^(tab|physics)[\\/].*(?<!\.mjs)$/;

export function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'parlour-precompressed',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        if (!/\.(html|js|mjs|css|svg|json|txt|wasm|webmanifest|tar|zip)$/.test(name) || statSync(path).size < 1024) continue;
        const body = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
        if (PACKED.test(name)) {
          rmSync(path);
          continue;
        }
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: body.length > 2 ** 20 ? 6 : 11 } }),
        );
      }
    },
  };
}

/** MuJoCo's bindings make functions from text, which the pages' policy forbids; these do the same work without. And they look for their code themselves. */
const INVOKER = `function (...given) {
        checkArgCount(given.length, minArgs, expectedArgCount, humanName, throwBindingError);
        const undo = [];
        const self = isClassMethodFunc ? [argTypes[1].toWireType(undo, this)] : [];
        const wired = given.map((value, i) => argTypes[i + 2].toWireType(undo, value));
        const result = cppInvokerFunc(cppTargetFunc, ...self, ...wired);
        if (needsDestructorStack) runDestructors(undo);
        else [...(isClassMethodFunc ? self : [null]), ...wired].forEach((value, i) => {
          if ((i || isClassMethodFunc) && argTypes[i + 1].destructorFunction !== null) argTypes[i + 1].destructorFunction(value);
        });
        if (returns) return argTypes[0].fromWireType(result);
      }`;
const CALLER = `(obj, func, destructorsRef, args) => {
        let at = args;
        const given = types.map((type) => {
          const value = type.readValueFromPointer(at);
          at += type.argPackAdvance;
          return value;
        });
        const result = kind === 1 ? new func(...given) : kind === 0 ? func.call(obj, ...given) : func.call(...given);
        if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, result);
      }`;
const FROM_TEXT: [string, string][] = [
  // Its code lies packed beside the pages (src/tab/mujoco.ts).
  ["new URL('mujoco.wasm', import.meta.url).href", "''"],
  ['new Function(...args, invokerFnBody)(...closureArgs)', INVOKER],
  ['new Function(...params, functionBody)(...args)', CALLER],
];

export function withoutText(): Plugin {
  return {
    name: 'parlour-without-text',
    transform(code, id) {
      if (!id.endsWith('@mujoco/mujoco/mujoco.js')) return undefined;
      for (const [text, plain] of FROM_TEXT) {
        if (code.split(text).length !== 2) this.error(`MuJoCo's bindings have changed: look again at \`${text}\` in build.ts.`);
        code = code.replace(text, () => plain);
      }
      return { code, map: null };
    },
  };
}
