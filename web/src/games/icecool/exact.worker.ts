/** The table's own physics in this browser, on a thread beside the page. */
import { load } from '../../tab/mujoco';
import type { Model } from './messages';
import type { Ask, Way } from './exact';

const RATE = 60;
const CM = 0.01;
const mujoco = load();

/** Where the flicked penguin's base goes, 60 times a second, until everybody rests or it has left the school. */
async function foresee({ model: world, poses, actor, aim, size }: Ask): Promise<[number, number][]> {
  const { MjModel, MjData, mj_step } = await mujoco;
  const model = MjModel.from_xml_string(world.files[poses.length - 1]!)!;
  const data = new MjData(model);
  try {
    const q = data.qpos as Float64Array;
    const v = data.qvel as Float64Array;
    poses.forEach(([x, y], k) => q.set([x * CM, y * CM, world.centre, 1, 0, 0, 0], 7 * k));
    v.set(kicked(world, aim), 6 * actor);
    const [points, lift] = [[] as [number, number][], world.base - world.centre];
    const note = (): boolean => {
      const [x, y, , w, i, j, k] = q.subarray(7 * actor, 7 * actor + 7) as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const at: [number, number] = [(x + lift * 2 * (i * k + w * j)) / CM, (y + lift * 2 * (j * k - w * i)) / CM];
      points.push(at);
      return at.some((edge) => edge < 0 || edge > size);
    };
    note();
    let rested = 0;
    for (let step = 1; step * world.step < world.longest; step++) {
      if (step === Math.round(world.calming_after / world.step) + 1)
        for (let d = 0; d < v.length; d++) (model.dof_damping as Float64Array)[d]! *= world.calming;
      mj_step(model, data);
      rested = poses.every((_, k) => still(world, q, v, k)) ? rested + 1 : 0;
      if (rested * world.step >= world.rest) break;
      if (Math.floor(step * world.step * RATE) > Math.floor((step - 1) * world.step * RATE) && note()) break;
    }
    note();
    return points;
  } finally {
    data.delete();
    model.delete();
  }
}

/** Speed and spin after the finger's hit. */
function kicked(world: Model, { aim, power, side, head }: Ask['aim']): number[] {
  const [x, y, z, a, b, c] = world.kicks[head ? 1 : 0]![Math.round(side * 10) + 10] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [speed, turn] = [world.speeds[Math.round(power) - 1]!, (aim * Math.PI) / 180];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [cos * x - sin * y, sin * x + cos * y, z, cos * a - sin * b, sin * a + cos * b, c].map((part) => part * speed);
}

function still(world: Model, q: Float64Array, v: Float64Array, k: number): boolean {
  const [at, to] = [7 * k, 6 * k];
  return (
    Math.hypot(v[to]!, v[to + 1]!, v[to + 2]!) <= world.slow &&
    Math.hypot(v[to + 3]!, v[to + 4]!, v[to + 5]!) <= world.slow_spin &&
    1 - 2 * (q[at + 4]! ** 2 + q[at + 5]! ** 2) >= world.upright
  );
}

onmessage = ({ data: ask }: MessageEvent<Ask>): void => {
  const answer = (way: Way): void => postMessage(way);
  foresee(ask).then(
    (points) => answer({ key: ask.key, points }),
    (wrong: unknown) => answer({ key: ask.key, trouble: String(wrong) }),
  );
};
