/** MuJoCo's package for browsers, in a worker. Its code lies packed beside the pages, so that every host sends it small. */
import made from '@mujoco/mujoco';
import { unpacked } from './packed';

declare const __PHYSICS__: string;

export type MuJoCo = Awaited<ReturnType<typeof made>>;

export async function load(): Promise<MuJoCo> {
  const answer = await fetch(new URL(`../${__PHYSICS__}`, self.location.href));
  if (!answer.ok) throw new Error(`MuJoCo: ${answer.status}`);
  return made({ wasmBinary: await unpacked(await answer.blob()) });
}
