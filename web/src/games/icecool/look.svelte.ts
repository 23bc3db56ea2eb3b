/** What a person chose about the school on this device: camera, flat or deep, slow motion. */
import type { Look } from './scene/stage';

interface Chosen {
  look: Look;
  flat: boolean;
  slow: boolean;
}
const KEY = 'parlour.school';
function saved(): Partial<Chosen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>;
  } catch {
    return {};
  }
}
export const chosen: Chosen = $state({ look: 'whole', flat: false, slow: true, ...saved() });
export function keep(change: Partial<Chosen>): void {
  Object.assign(chosen, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    /* then it lasts for this page */
  }
}

let can: boolean | undefined;
let soft = false;
const glass = $state({ broken: false });
/** The browser took the third dimension away, or never could: the drawing has everything too. */
export const flatten = (): void => void (glass.broken = true);
/** Whether this browser draws in three dimensions. */
export function deep(): boolean {
  if (can === undefined) {
    try {
      const gl = document.createElement('canvas').getContext('webgl2');
      can = !!gl;
      const named = gl?.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl?.RENDERER;
      soft = /swiftshader|llvmpipe|software/i.test(String(named && gl?.getParameter(named)));
    } catch {
      can = false;
    }
  }
  return can && !glass.broken;
}
/** Whether it does so without a graphics chip: the processor draws. */
export const software = (): boolean => deep() && soft;

/** The faces of heads, for what is painted and not styled. */
export const heads = () => getComputedStyle(document.documentElement).getPropertyValue('--disp');
