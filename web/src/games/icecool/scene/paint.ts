/** The school's printed cardboard: floors and walls, painted once on a canvas. Centimetres, y up. */
import { CanvasTexture, LinearMipmapLinearFilter, SRGBColorSpace, type Texture } from 'three';
import { CIRCLE, DOORS, HIGH, PLAN, ROOMS, SIDE, type Rect, type Room } from '../plan';
import { heads } from '../look.svelte';

export const PEN = '#3A222C';
const FLOOR: Record<string, readonly [string, string]> = {
  CLS: ['#F6DFB6', '#DDBB80'],
  KIT: ['#FBE3E0', '#F2CCC9'],
  GYM: ['#F4C98F', '#E3AF6B'],
  LAB: ['#D7EBD6', '#B4D5B4'],
  HAL: ['#E3D7F0', '#D3C2E8'],
};
/** The walls' paper in each room, and the skirting below it. */
const PAPER: Record<string, readonly [string, string]> = {
  CLS: ['#FBF0D9', '#C98F4E'],
  KIT: ['#FDF1EF', '#E29C9C'],
  GYM: ['#FBE5C6', '#C77D33'],
  LAB: ['#EDF6EA', '#7FB08A'],
  HAL: ['#F1EAF8', '#A78CC9'],
};
const NAME_AT: Record<string, readonly [number, number, number]> = {
  CLS: [20, 17.6, 2.5],
  KIT: [46, 57.4, 2.5],
  GYM: [53, 30.2, 2.5],
  LAB: [13, 56.4, 2.5],
  HAL: [33, 37.9, 1.9],
};

type Ink = CanvasRenderingContext2D;

function sheet(width: number, height: number): { canvas: HTMLCanvasElement; ink: Ink } {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return { canvas, ink: canvas.getContext('2d')! };
}
function texture(canvas: HTMLCanvasElement): Texture {
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 8;
  made.minFilter = LinearMipmapLinearFilter;
  return made;
}
const box = (ink: Ink, [a, b, c, d]: Rect, fill: string, pen = 0.18, round = 0.4): void => {
  ink.beginPath();
  ink.roundRect(a, b, c - a, d - b, round);
  ink.fillStyle = fill;
  ink.fill();
  if (!pen) return;
  ink.lineWidth = pen;
  ink.strokeStyle = PEN;
  ink.stroke();
};
const disc = (ink: Ink, x: number, y: number, r: number, fill: string, pen = 0.16): void => {
  ink.beginPath();
  ink.arc(x, y, r, 0, 7);
  ink.fillStyle = fill;
  ink.fill();
  if (!pen) return;
  ink.lineWidth = pen;
  ink.strokeStyle = PEN;
  ink.stroke();
};
const path = (ink: Ink, points: readonly (readonly [number, number])[], stroke: string, width: number): void => {
  ink.beginPath();
  points.forEach(([x, y], i) => (i ? ink.lineTo(x, y) : ink.moveTo(x, y)));
  ink.strokeStyle = stroke;
  ink.lineWidth = width;
  ink.stroke();
};

/** One picture for all floors: patterns, furniture seen from above, orange lines, the red circle, the rooms' names. */
export function floors(pixels: number, names: (id: string) => string): Texture {
  const { canvas, ink } = sheet(pixels, pixels);
  const scale = pixels / SIDE;
  ink.setTransform(scale, 0, 0, -scale, 0, pixels);
  ink.lineCap = ink.lineJoin = 'round';
  for (const room of ROOMS) {
    ink.save();
    ink.beginPath();
    ink.rect(room.outer[0], room.outer[1], room.outer[2] - room.outer[0], room.outer[3] - room.outer[1]);
    ink.clip();
    ink.fillStyle = FLOOR[room.id]![0];
    ink.fill();
    pattern(ink, room);
    ink.restore();
  }
  furniture(ink);
  ink.setLineDash([1, 0.65]);
  ink.lineCap = 'butt';
  for (const {
    orange: [a, b, c, d],
  } of ROOMS)
    path(
      ink,
      [
        [a, b],
        [c, b],
        [c, d],
        [a, d],
        [a, b],
      ],
      '#B84E06',
      0.32,
    );
  ink.setLineDash([]);
  disc(ink, CIRCLE.x, CIRCLE.y, CIRCLE.radius, '#D6344B', 0);
  ink.beginPath();
  ink.arc(CIRCLE.x, CIRCLE.y, CIRCLE.radius * 0.66, 0, 7);
  ink.strokeStyle = '#fff';
  ink.lineWidth = 0.26;
  ink.stroke();
  // Doors: a pale sill that is seen on both sides of the wall, and the dots by which the boxes are matched.
  for (const door of DOORS) {
    const [a, b, c, d] = door.slot;
    const [dx, dy] = door.axis === 'x' ? [1.5, 0] : [0, 1.5];
    box(ink, [a - dx, b - dy, c + dx, d + dy], '#FFFDF6', 0.14, 0.5);
    for (const k of [0.25, 0.5, 0.75])
      disc(ink, a + (c - a) * (door.axis === 'x' ? 0.5 : k), b + (d - b) * (door.axis === 'x' ? k : 0.5), 0.17, '#E2405A', 0);
  }
  for (const room of ROOMS) {
    const [x, y, size] = NAME_AT[room.id]!;
    ink.save();
    ink.translate(x, y);
    ink.scale(1, -1);
    ink.globalAlpha = 0.5;
    ink.fillStyle = PEN;
    ink.font = `${size}px ${heads()}`;
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.fillText(names(room.id), 0, 0);
    ink.restore();
  }
  // Corners and edges lie in a soft shade, as in a box.
  for (const {
    inner: [a, b, c, d],
  } of ROOMS)
    for (const [width, alpha] of [
      [2.4, 0.035],
      [1.3, 0.05],
      [0.5, 0.07],
    ] as const) {
      ink.strokeStyle = `rgb(70 40 50 / ${alpha})`;
      ink.lineWidth = width * 2;
      ink.save();
      ink.beginPath();
      ink.rect(a, b, c - a, d - b);
      ink.clip();
      ink.strokeRect(a, b, c - a, d - b);
      ink.restore();
    }
  return texture(canvas);
}

function pattern(ink: Ink, { id, outer: [x0, y0, x1, y1] }: Room): void {
  const tone = FLOOR[id]![1];
  ink.fillStyle = ink.strokeStyle = tone;
  ink.lineWidth = 0.15;
  if (id === 'CLS') {
    for (let k = 0; k < 13; k++) {
      path(
        ink,
        [
          [x0, y0 + 2 * k],
          [x1, y0 + 2 * k],
        ],
        tone,
        0.15,
      );
      for (let j = 0; j < 4; j++)
        path(
          ink,
          [
            [4 + ((k * 5) % 13) + 13 * j, y0 + 2 * k],
            [4 + ((k * 5) % 13) + 13 * j, y0 + 2 * k + 2],
          ],
          tone,
          0.15,
        );
    }
  } else if (id === 'GYM') {
    for (let x = x0 + 2.6; x < x1; x += 2.6)
      path(
        ink,
        [
          [x, y0],
          [x, y1],
        ],
        tone,
        0.15,
      );
  } else if (id === 'KIT') {
    for (let i = 0; i < 20; i++) for (let j = 0; j < 13; j++) if ((i + j) % 2 === 0) ink.fillRect(x0 + 2 * i, y0 + 2 * j, 2, 2);
  } else if (id === 'LAB') {
    for (let column = -1; column < 10; column++)
      for (let row = -1; row < 9; row++) {
        const [x, y] = [x0 + 3.06 * column, y0 + row * 5.3 + (column % 2 ? 2.65 : 0)];
        path(
          ink,
          [
            [x - 1.02, y - 2.65],
            [x + 1.02, y - 2.65],
            [x + 2.04, y],
            [x + 1.02, y + 2.65],
          ],
          tone,
          0.17,
        );
      }
  } else {
    for (let i = 0; i < 7; i++)
      for (let j = 0; j < 7; j++) {
        const [x, y] = [x0 + 2 * i + 1, y0 + 2 * j + 1];
        ink.beginPath();
        for (const [dx, dy] of [
          [0, -1],
          [1, 0],
          [0, 1],
          [-1, 0],
        ] as const)
          ink.lineTo(x + dx, y + dy);
        ink.fill();
      }
  }
}

/** Printed on the floors, where penguins slide over it. */
function furniture(ink: Ink): void {
  const white = 'rgb(255 255 255 / 0.9)';
  ink.beginPath();
  ink.arc(53, 20, 4.8, 0, 7);
  ink.strokeStyle = white;
  ink.lineWidth = 0.3;
  ink.stroke();
  path(
    ink,
    [
      [44.3, 20],
      [61.7, 20],
    ],
    white,
    0.3,
  );
  for (const [y, s] of [
    [35.7, -1],
    [4.3, 1],
  ] as const)
    path(
      ink,
      [
        [48, y],
        [48, y + s * 4.3],
        [58, y + s * 4.3],
        [58, y],
      ],
      white,
      0.3,
    );
  disc(ink, 63.4, 18, 1.3, '#E8823A', 0.16);
  path(
    ink,
    [
      [62.1, 18],
      [64.7, 18],
    ],
    PEN,
    0.1,
  );
  path(
    ink,
    [
      [63.4, 16.7],
      [63.4, 19.3],
    ],
    PEN,
    0.1,
  );
  for (const y of [24.4, 28.2]) box(ink, [62.3, y, 65.2, y + 3], y > 25 ? '#86B7DC' : '#E58A93', 0.18, 0.4);
  // Classroom: the teacher's desk, two school desks with open books, a rug.
  for (const x of [20.6, 27.2]) {
    box(ink, [x, 22.4, x + 4.6, 25.2], '#D9A86A');
    box(ink, [x + 1.2, 23, x + 2.3, 24.6], '#FFF9EC', 0.1, 0.1);
    box(ink, [x + 2.3, 23, x + 3.4, 24.6], '#FFF9EC', 0.1, 0.1);
  }
  box(ink, [1, 16.4, 3.2, 21], '#B97F45');
  disc(ink, 2.1, 18.4, 0.55, '#D6344B', 0.12);
  ink.save();
  ink.globalAlpha = 0.5;
  box(ink, [21, 8, 31.5, 15], '#BFD8E6', 0.16, 2);
  box(ink, [21.8, 8.8, 30.7, 14.2], '#DDECF3', 0.1, 1.6);
  ink.restore();
  // Kitchen: stove, sink, fridge, a cake on the counter.
  box(ink, [47.6, 62.5, 56, 65.2], '#E9EDEE');
  for (const x of [49.8, 53.8]) disc(ink, x, 63.85, 0.9, '#5B5560', 0.14);
  box(ink, [57.4, 62.5, 64.9, 65.2], '#CFE6EE');
  box(ink, [59, 63, 63.3, 64.7], '#A9CFDD', 0.14, 0.6);
  box(ink, [62.4, 45, 65.2, 49.4], '#F7F3EA');
  box(ink, [30, 62.6, 40.4, 65.2], '#EAC893');
  disc(ink, 33, 63.9, 1, '#FFF9EC', 0.14);
  disc(ink, 33, 63.9, 0.35, '#D6344B', 0.1);
  disc(ink, 37, 63.9, 0.9, '#BFE0C8', 0.14);
  // Lab: the long bench with flasks, a star chart on the floor.
  box(ink, [0.9, 42, 3.2, 62], '#E9EDEE');
  for (const [y, tint] of [
    [45, '#A8E0CC'],
    [50, '#F59CAA'],
    [55, '#FFF194'],
    [59.4, '#C9B6EA'],
  ] as const)
    disc(ink, 2.05, y, 0.75, tint, 0.14);
  ink.save();
  ink.globalAlpha = 0.55;
  disc(ink, 13, 38, 4.6, '#BFDCC9', 0.14);
  ink.setLineDash([0.5, 0.5]);
  for (const r of [1.6, 2.9, 4]) {
    ink.beginPath();
    ink.arc(13, 38, r, 0, 7);
    ink.strokeStyle = '#5B8E6E';
    ink.lineWidth = 0.12;
    ink.stroke();
  }
  ink.setLineDash([]);
  disc(ink, 13, 38, 0.8, '#F4C15D', 0.12);
  disc(ink, 15.9, 38, 0.42, '#8FB9D4', 0.1);
  disc(ink, 10.5, 41.1, 0.5, '#E58A93', 0.1);
  ink.restore();
}

export const WALL_PIXELS = 18;
/** The five rooms' walls, one strip a room: south, east, north, west as one sees them from inside. */
export function walls(): { texture: Texture; strip(id: string): { v0: number; v1: number; around: number } } {
  const around = (room: Room) => 2 * (room.inner[2] - room.inner[0] + room.inner[3] - room.inner[1]);
  const longest = Math.max(...ROOMS.map(around));
  const [wide, row] = [Math.round(longest * WALL_PIXELS), Math.round((HIGH + 0.4) * WALL_PIXELS)];
  const { canvas, ink } = sheet(wide, row * ROOMS.length);
  ROOMS.forEach((room, k) => {
    ink.setTransform(wide / longest, 0, 0, -WALL_PIXELS, 0, (k + 1) * row - 0.2 * WALL_PIXELS);
    ink.lineCap = ink.lineJoin = 'round';
    const [paper, skirting] = PAPER[room.id]!;
    ink.fillStyle = paper;
    ink.fillRect(0, -0.2, longest, HIGH + 0.4);
    hang(ink, room);
    ink.fillStyle = skirting;
    ink.fillRect(0, -0.2, longest, 0.75);
    ink.fillStyle = 'rgb(58 34 44 / 0.35)';
    ink.fillRect(0, 0.52, longest, 0.07);
  });
  return {
    texture: texture(canvas),
    strip(id) {
      const k = ROOMS.findIndex((room) => room.id === id);
      const high = row * ROOMS.length;
      return {
        v0: 1 - ((k + 1) * row - 0.2 * WALL_PIXELS) / high,
        v1: 1 - (k * row + 0.2 * WALL_PIXELS) / high,
        around: longest,
      };
    },
  };
}

/** What hangs on the walls of a room; `at` measures along the strip, from the south-west corner counter-clockwise. */
function hang(ink: Ink, { id, inner }: Room): void {
  const [w, h] = [inner[2] - inner[0], inner[3] - inner[1]];
  const [south, east, north, west] = [0, w, w + h, 2 * w + h];
  const pane = (x: number, wide = 3.4): void => {
    box(ink, [x, 1.7, x + wide, 4.3], '#BFE0F2', 0.18, 0.25);
    path(
      ink,
      [
        [x + wide / 2, 1.7],
        [x + wide / 2, 4.3],
      ],
      PEN,
      0.13,
    );
    path(
      ink,
      [
        [x, 3],
        [x + wide, 3],
      ],
      PEN,
      0.13,
    );
    path(
      ink,
      [
        [x + 0.4, 2.2],
        [x + 1, 2.7],
      ],
      '#fff',
      0.16,
    );
  };
  const poster = (x: number, tint: string, mark: string): void => {
    box(ink, [x, 2, x + 2, 4.3], tint, 0.14, 0.15);
    disc(ink, x + 1, 3.3, 0.55, mark, 0.1);
    path(
      ink,
      [
        [x + 0.5, 2.4],
        [x + 1.5, 2.4],
      ],
      PEN,
      0.1,
    );
  };
  if (id === 'CLS') {
    box(ink, [south + 6, 1.4, south + 20, 4.6], '#8A5A35', 0.16, 0.2);
    box(ink, [south + 6.4, 1.8, south + 19.6, 4.3], '#3F5E57', 0.1, 0.1);
    path(
      ink,
      [
        [south + 7.4, 2.6],
        [south + 8.2, 3.6],
        [south + 9, 2.6],
        [south + 7.4, 2.6],
      ],
      '#E9F3EE',
      0.12,
    );
    path(
      ink,
      [
        [south + 10.4, 3.5],
        [south + 13.6, 3.5],
      ],
      '#E9F3EE',
      0.12,
    );
    path(
      ink,
      [
        [south + 10.4, 2.8],
        [south + 12.4, 2.8],
      ],
      '#F4C15D',
      0.12,
    );
    path(
      ink,
      [
        [south + 15, 2.6],
        [south + 16, 3.6],
        [south + 17, 2.9],
        [south + 18.4, 3.7],
      ],
      '#F59CAA',
      0.12,
    );
    for (const x of [26, 31]) pane(south + x);
    for (const x of [5, 11, 17]) pane(west + x);
    poster(east + 2.5, '#FFF194', '#D6344B');
    poster(east + 18, '#BFE0C8', '#7C4FB5');
    for (let x = 0; x < 5; x++)
      box(
        ink,
        [north + 11.4 + x * 1.7, 1, north + 12.9 + x * 1.7, 4.2],
        ['#E58A93', '#F0B23E', '#86B7DC', '#9FD48C', '#C9B6EA'][x]!,
        0.14,
        0.15,
      );
  } else if (id === 'KIT') {
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 2; y++)
        box(
          ink,
          [north + 1 + x * 2.3, 1 + y * 1.5, north + 3.1 + x * 2.3, 2.4 + y * 1.5],
          (x + y) % 3 ? '#FFFFFF' : '#F6C9CB',
          0.07,
          0.1,
        );
    for (const [x, tint] of [
      [4, '#E2405A'],
      [7, '#F0B23E'],
      [10, '#4E97CC'],
    ] as const) {
      path(
        ink,
        [
          [north + x, 4.6],
          [north + x, 3.9],
        ],
        PEN,
        0.12,
      );
      disc(ink, north + x, 3.3, 0.75, tint, 0.14);
    }
    pane(east + 10, 4.4);
    box(ink, [south + 3, 1, south + 7, 4.6], '#F7F3EA', 0.18, 0.4);
    path(
      ink,
      [
        [south + 3, 3.4],
        [south + 7, 3.4],
      ],
      PEN,
      0.12,
    );
    path(
      ink,
      [
        [south + 3.6, 2.2],
        [south + 3.6, 3],
      ],
      PEN,
      0.2,
    );
    poster(south + 15, '#FDE3A2', '#D96A12');
    poster(west + 4, '#CFE9DC', '#BC1F3B');
  } else if (id === 'GYM') {
    for (const start of [south + 6, north + 2])
      for (let k = 0; k < 6; k++)
        path(
          ink,
          [
            [start, 1 + k * 0.65],
            [start + 5.4, 1 + k * 0.65],
          ],
          '#B5712C',
          0.2,
        );
    for (const start of [south + 6, north + 2])
      for (const x of [0, 2.7, 5.4])
        path(
          ink,
          [
            [start + x, 0.8],
            [start + x, 4.5],
          ],
          '#8A5A35',
          0.26,
        );
    for (const x of [6, 14, 28]) pane(east + x, 4);
    box(ink, [east + 20.4, 1.4, east + 25.4, 4.5], '#FFFDF6', 0.2, 0.2);
    box(ink, [east + 22, 2.1, east + 23.8, 3.4], '#FFFDF6', 0.14, 0.1);
    poster(west + 12, '#F6CDD0', '#17667C');
    box(ink, [west + 17.6, 2.4, west + 21.6, 4.4], '#36202B', 0.16, 0.2);
    path(
      ink,
      [
        [west + 18.4, 3.4],
        [west + 19.2, 3.4],
      ],
      '#F4C15D',
      0.4,
    );
    path(
      ink,
      [
        [west + 20, 3.4],
        [west + 20.8, 3.4],
      ],
      '#F4C15D',
      0.4,
    );
  } else if (id === 'LAB') {
    for (const y of [1.7, 3.3]) box(ink, [west + 6, y - 0.14, west + 24, y], '#8A5A35', 0.1, 0.05);
    for (let k = 0; k < 10; k++)
      for (const y of [1.7, 3.3]) {
        const tint = ['#A8E0CC', '#F59CAA', '#FFF194', '#C9B6EA', '#86B7DC'][(k + (y > 2 ? 2 : 0)) % 5]!;
        box(ink, [west + 6.7 + k * 1.72, y, west + 7.6 + k * 1.72, y + 0.85], tint, 0.11, 0.3);
      }
    for (const x of [27, 32.5]) pane(west + x);
    for (const x of [4, 10, 16]) pane(north + x, 4);
    poster(south + 19, '#D9C8F0', '#F0B23E');
    box(ink, [east + 2.4, 1.5, east + 7, 4.5], '#FFFDF6', 0.16, 0.1);
    for (let k = 0; k < 12; k++)
      box(
        ink,
        [east + 2.8 + (k % 4) * 1, 3.5 - Math.floor(k / 4) * 0.9, east + 3.6 + (k % 4) * 1, 4.2 - Math.floor(k / 4) * 0.9],
        ['#A8E0CC', '#F59CAA', '#FFF194'][k % 3]!,
        0.07,
        0.05,
      );
    poster(east + 17.6, '#FFF194', '#2F7D75');
  } else {
    for (let k = 0; k < 6; k++)
      box(ink, [north + 1 + k * 1.9, 0.9, north + 2.7 + k * 1.9, 4.4], k % 2 ? '#B9A2DC' : '#CDBBE9', 0.14, 0.12);
    for (let k = 0; k < 6; k++)
      path(
        ink,
        [
          [north + 2.3 + k * 1.9, 2.4],
          [north + 2.3 + k * 1.9, 2.9],
        ],
        PEN,
        0.16,
      );
    poster(south + 1, '#FDE3A2', '#D03D84');
    poster(east + 0.9, '#CFE6F1', '#BC1F3B');
    disc(ink, west + 2.2, 3.4, 0.9, '#FFFDF6', 0.16);
    path(
      ink,
      [
        [west + 2.2, 4],
        [west + 2.2, 3.4],
        [west + 2.6, 3.2],
      ],
      PEN,
      0.13,
    );
  }
}
export const CLIPS = PLAN.clips as unknown as readonly (readonly [number, number])[];
