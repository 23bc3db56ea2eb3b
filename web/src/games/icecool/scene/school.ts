/** The school itself: floors, walls with their print, lintels, clips, and a little winter around it. Everything here stands still. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  RingGeometry,
  SphereGeometry,
  TorusGeometry,
  type Material,
} from 'three';
import { blocks, door, DOORS, frame, HIGH, middle, PLAN, ROOMS, SIDE, type Point } from '../plan';
import { CLIPS, floors, walls } from './paint';
import { paint, pen } from './penguin';
import { at, grown, merged, tinted } from './shapes';

const TOP = '#F3FAFD';
type Large = typeof MeshBasicMaterial | typeof MeshLambertMaterial;

/** `soft`: the processor draws, so the large faces are painted as they are, without light. */
export function school(pixels: number, names: (id: string) => string, soft: boolean): Group {
  const group = new Group();
  const large = soft ? MeshBasicMaterial : MeshLambertMaterial;
  const floor = new Mesh(new PlaneGeometry(SIDE, SIDE), new large({ map: floors(pixels, names) }));
  floor.position.set(SIDE / 2, SIDE / 2, 0);
  floor.receiveShadow = true;
  const cardboard = new Mesh(
    merged(
      blocks().map(({ box: [a, b, c, d, e, f] }) =>
        tinted(new BoxGeometry(d - a, e - b, f - c), TOP, at((a + d) / 2, (b + e) / 2, (c + f) / 2)),
      ),
    ),
    new MeshLambertMaterial({ vertexColors: true }),
  );
  cardboard.castShadow = cardboard.receiveShadow = true;
  const edge = new Mesh(
    merged(
      blocks().map(({ box: [a, b, c, d, e, f] }) =>
        plain(new BoxGeometry(d - a + 0.2, e - b + 0.2, f - c + 0.2), (a + d) / 2, (b + e) / 2, (c + f) / 2),
      ),
    ),
    pen(),
  );
  const hung = print(large);
  hung.receiveShadow = true;
  const things = decor();
  const solid = new Mesh(things, paint());
  solid.castShadow = solid.receiveShadow = true;
  group.add(floor, cardboard, edge, hung, solid, new Mesh(grown(things, 0.07), pen()), ground(large));
  for (const mesh of group.children) {
    mesh.matrixAutoUpdate = false;
    mesh.updateMatrix();
  }
  return group;
}

const plain = (geometry: BufferGeometry, x: number, y: number, z: number): BufferGeometry => {
  const made = tinted(geometry, '#000', at(x, y, z));
  made.deleteAttribute('color');
  return made;
};

/** The inner faces of the walls with what hangs on them, cut out at the doors. */
function print(large: Large): Mesh {
  const { texture, strip } = walls();
  const [points, normals, uvs]: [number[], number[], number[]] = [[], [], []];
  const off = 0.015;
  for (const {
    id,
    inner: [x0, y0, x1, y1],
  } of ROOMS) {
    const { v0, v1, around } = strip(id);
    const [w, h] = [x1 - x0, y1 - y0];
    const sides = [
      { axis: 'y', plane: y0, from: x0, to: x1, start: 0, back: false, inward: [0, 1] },
      { axis: 'x', plane: x1, from: y0, to: y1, start: w, back: false, inward: [-1, 0] },
      { axis: 'y', plane: y1, from: x0, to: x1, start: w + h, back: true, inward: [0, -1] },
      { axis: 'x', plane: x0, from: y0, to: y1, start: 2 * w + h, back: true, inward: [1, 0] },
    ] as const;
    for (const side of sides) {
      const cuts = DOORS.filter(
        (d) =>
          d.axis === side.axis && Math.abs(d.plane - side.plane) < 0.5 && d.opening[0] > side.from && d.opening[1] < side.to,
      ).sort((a, b) => a.opening[0] - b.opening[0]);
      const quad = (a: number, b: number, bottom: number, top: number): void => {
        const corner = (along: number, z: number) => {
          const [px, py] =
            side.axis === 'y' ? [along, side.plane + side.inward[1] * off] : [side.plane + side.inward[0] * off, along];
          const way = side.start + (side.back ? side.to - along : along - side.from);
          points.push(px, py, z);
          normals.push(side.inward[0], side.inward[1], 0);
          uvs.push(way / around, v0 + ((v1 - v0) * z) / HIGH);
        };
        // Seen from the inside, counter-clockwise.
        const flip = side.axis === 'y' ? side.inward[1] > 0 : side.inward[0] < 0;
        const [p, q] = flip ? [b, a] : [a, b];
        for (const [along, z] of [
          [p, bottom],
          [q, bottom],
          [q, top],
          [p, bottom],
          [q, top],
          [p, top],
        ] as const)
          corner(along, z);
      };
      let from: number = side.from;
      for (const cut of cuts) {
        quad(from, cut.opening[0], 0, HIGH);
        quad(cut.opening[0], cut.opening[1], PLAN.door_clear_height, HIGH);
        from = cut.opening[1];
      }
      quad(from, side.to, 0, HIGH);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  return new Mesh(geometry, new large({ map: texture }));
}

/** Every door has a frame that is seen from all sides and from above: posts in the wall, their caps, and a beam across. */
function frames(): BufferGeometry[] {
  const caps = HIGH + 0.75;
  return DOORS.flatMap((d) => {
    const block = (from: number, to: number, deep: number, low: number, high: number, tint: string): BufferGeometry => {
      const along = (from + to) / 2;
      const [x, y] = d.axis === 'x' ? [d.plane, along] : [along, d.plane];
      const [w, h] = d.axis === 'x' ? [deep, to - from] : [to - from, deep];
      return tinted(new BoxGeometry(w, h, high - low), tint, at(x, y, (low + high) / 2));
    };
    const [a, b] = d.opening;
    return [
      ...[a - 0.9, b].map((from) => block(from, from + 0.9, 0.74, 0, PLAN.door_clear_height, '#B97A3D')),
      ...frame(d).map(([from, to]) => block(from, to, 1.7, PLAN.penguin.height + 0.1, caps, '#B97A3D')),
      block(a, b, 1.1, PLAN.door_clear_height + 0.05, HIGH + 0.3, '#EBCB95'),
    ];
  });
}

/** What glows: the beam and both sills of a door, a ring round somebody who can be reached. One form for all of them. */
export function glows(doors: readonly string[], places: readonly Point[]): BufferGeometry {
  const parts: BufferGeometry[] = [];
  for (const d of doors.map(door)) {
    const { x, y } = middle(d);
    const lay = (long: number, deep: number, z: number, tint: string) =>
      parts.push(tinted(new PlaneGeometry(d.axis === 'x' ? deep : long, d.axis === 'x' ? long : deep), tint, at(x, y, z)));
    lay(8.4, 7.2, 0.03, '#D98A10');
    lay(7.6, 6.4, 0.045, '#FFD873');
    lay(5, 1.5, HIGH + 0.36, '#FFC233');
  }
  for (const { x, y } of places) {
    parts.push(tinted(new RingGeometry(2.1, 3.1, 36), '#D98A10', at(x, y, 0.03)));
    parts.push(tinted(new RingGeometry(2.25, 2.9, 36), '#FFD873', at(x, y, 0.045)));
  }
  return parts.length ? merged(parts) : new BufferGeometry();
}

/** What stands out from the walls where no penguin reaches, the white clips on the rims, and snow and firs outside. */
function decor(): BufferGeometry {
  const parts: BufferGeometry[] = frames();
  const ball = (x: number, y: number, z: number, r: number, tint: string, flat = 1) =>
    parts.push(tinted(new SphereGeometry(r, 10, 6), tint, at(x, y, z, [1, 1, flat])));
  const slab = (x: number, y: number, z: number, w: number, d: number, h: number, tint: string) =>
    parts.push(tinted(new BoxGeometry(w, d, h), tint, at(x, y, z)));
  for (const [x, y] of CLIPS) {
    parts.push(tinted(new SphereGeometry(1, 10, 6), '#FFFFFF', at(x, y, HIGH + 0.35, [0.95, 0.95, 0.42])));
    parts.push(
      tinted(
        new ConeGeometry(0.55, 0.9, 4),
        '#FFFFFF',
        at(
          x + (x === 40 || x === 26 ? 0 : 1.1),
          y + (x === 40 || x === 26 ? 1.1 : 0),
          HIGH + 0.35,
          [1, 1, 0.5],
          [x === 40 || x === 26 ? Math.PI : 0, 0, x === 40 || x === 26 ? 0 : Math.PI / 2],
        ),
      ),
    );
  }
  // The basket of the gym, with its board, on the outer wall.
  slab(65.95, 20, 6.6, 0.3, 5, 3.2, '#FFFDF6');
  slab(65.75, 20, 6.1, 0.1, 2, 1.3, '#D6344B');
  parts.push(tinted(new TorusGeometry(0.95, 0.11, 5, 18), '#E8651A', at(64.7, 20, 5.5)));
  parts.push(
    tinted(new CylinderGeometry(0.92, 0.6, 0.9, 12, 1, true), '#FFFFFF', at(64.7, 20, 5.02, [1, 1, 1], [Math.PI / 2, 0, 0])),
  );
  // Kitchen: a hood over the stove and pots on a rail.
  slab(51.8, 65.6, 5.5, 6.4, 1.4, 0.9, '#DDE5E8');
  slab(51.8, 65.7, 6.6, 3.4, 1.1, 1.4, '#C9D3D8');
  slab(51.8, 65.75, 7.9, 1.6, 0.9, 1.4, '#DDE5E8');
  for (const [x, tint] of [
    [31, '#D6344B'],
    [34, '#F0B23E'],
    [37, '#4E97CC'],
  ] as const) {
    parts.push(tinted(new CylinderGeometry(0.85, 0.85, 1, 12), tint, at(x, 65.85, HIGH + 0.6, [1, 1, 1], [Math.PI / 2, 0, 0])));
    ball(x, 65.85, HIGH + 1.2, 0.22, '#FFFDF6');
  }
  // Lab: flasks on the rim of the wall, a telescope.
  for (const [y, tint] of [
    [44, '#A8E0CC'],
    [47.4, '#F59CAA'],
    [50.8, '#FFF194'],
    [54.2, '#C9B6EA'],
  ] as const) {
    parts.push(tinted(new ConeGeometry(0.95, 1.7, 12), tint, at(0.15, y, HIGH + 0.85, [1, 1, 1], [Math.PI / 2, 0, 0])));
    parts.push(
      tinted(new CylinderGeometry(0.24, 0.24, 0.8, 8), '#EAF6FA', at(0.15, y, HIGH + 1.75, [1, 1, 1], [Math.PI / 2, 0, 0])),
    );
  }
  parts.push(tinted(new CylinderGeometry(0.5, 0.36, 3, 10), '#4E6FB0', at(0.2, 60, HIGH + 1.7, [1, 1, 1], [1.05, 0, 0.9])));
  parts.push(tinted(new ConeGeometry(0.7, 1.4, 3), '#8A5A35', at(0.2, 60, HIGH + 0.6, [1, 1, 1], [Math.PI / 2, 0, 0])));
  // Classroom: a globe, books and an apple on the rim.
  ball(15, 0.15, HIGH + 1.25, 0.95, '#6FB3D2');
  parts.push(
    tinted(
      new TorusGeometry(1.08, 0.08, 4, 16, Math.PI * 1.2),
      '#C98F4E',
      at(15, 0.15, HIGH + 1.25, [1, 1, 1], [Math.PI / 2, 0, 0.5]),
    ),
  );
  slab(15, 0.15, HIGH + 0.15, 1.2, 0.9, 0.3, '#8A5A35');
  [
    ['#D6344B', 2.6],
    ['#F0B23E', 2.3],
    ['#3A7236', 2.5],
  ].forEach(([tint, w], k) => slab(9.5, 0.15, HIGH + 0.25 + k * 0.48, w as number, 1.1, 0.46, tint as string));
  ball(9.4, 0.15, HIGH + 1.9, 0.48, '#C0213D');
  // Winter outside.
  for (const [x, y, r] of [
    [-6, -5, 5],
    [72, -6, 4.4],
    [73, 72, 5.2],
    [-6.5, 71, 4.6],
    [33, -6.5, 3.4],
    [-6, 34, 3.2],
    [72, 34, 3.4],
    [30, 72.5, 3.2],
    [58, 73, 2.6],
    [10, -6.6, 2.6],
  ] as const)
    ball(x, y, -0.4, r, '#FFFFFF', 0.34);
  for (const [x, y, s] of [
    [-5, -4, 1.25],
    [-8, 2, 0.85],
    [71.6, -4.6, 1.1],
    [73.4, 1, 0.8],
    [72.4, 71, 1.3],
    [66, 73.4, 0.9],
    [-6, 70, 1.15],
    [-7.4, 63, 0.8],
    [31, 72.6, 0.75],
    [-6.6, 33, 0.7],
  ] as const) {
    parts.push(
      tinted(new CylinderGeometry(0.35 * s, 0.4 * s, 1.4 * s, 8), '#8A5A35', at(x, y, 1.2 * s, [1, 1, 1], [Math.PI / 2, 0, 0])),
    );
    [
      [2.3, 3.2, 2.9],
      [1.8, 2.7, 4.6],
      [1.25, 2.3, 6.1],
    ].forEach(([r, h, z], k) =>
      parts.push(
        tinted(
          new ConeGeometry(r! * s, h! * s, 9),
          k === 2 ? '#F4FAFC' : '#3F7D62',
          at(x, y, z! * s, [1, 1, 1], [Math.PI / 2, 0, k * 0.3]),
        ),
      ),
    );
  }
  return merged(parts);
}

/** The ice that the school stands on; it takes the room's colour, light or dark. */
function ground(large: Large): Mesh {
  const made = new Mesh(new CircleGeometry(260, 48), new large({ color: '#CFE6F1' }));
  made.position.set(SIDE / 2, SIDE / 2, -0.06);
  made.receiveShadow = true;
  made.name = 'ground';
  return made;
}

export function tintGround(group: Group, colour: string): void {
  const found = group.getObjectByName('ground') as Mesh | undefined;
  if (found) (found.material as Material & { color: { set(c: string): void } }).color.set(colour);
}
