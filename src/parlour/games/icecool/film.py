"""A flick as an animated GIF, painted with Pillow from the same shapes as the SVG pictures.

animate(run.trajectory, Path("flick.gif"))
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont

from parlour.games.icecool import look
from parlour.games.icecool.look import ICE, Shape
from parlour.games.icecool.plan import SCHOOL, Point
from parlour.games.icecool.report import Colour
from parlour.games.icecool.trajectory import RATE, Trajectory

MARGIN = 2.0  # cm of table round the school
SMOOTH = 3  # paint this much larger, then shrink: round edges
FRAMES_PER_SECOND = 20
HEAD = 1.35  # cm from the middle of the base to the head: how far a leaning head is seen beside it
HOLD = 1.2  # seconds at rest before the film starts again
TRAIL = 0.5  # seconds of path behind a moving penguin


class Painter:
    """A canvas in centimetres."""

    def __init__(self, pixels: int) -> None:
        self.size = SCHOOL.outline[2] + 2 * MARGIN
        self.pixels = pixels
        self.scale = pixels * SMOOTH / self.size
        self.image = Image.new("RGB", (pixels * SMOOTH, pixels * SMOOTH), ICE)

    def at(self, point: Point) -> Point:
        return (point[0] + MARGIN) * self.scale, (self.size - MARGIN - point[1]) * self.scale

    def paint(self, shapes: Sequence[Shape]) -> None:
        draw = ImageDraw.Draw(self.image, "RGBA")
        for shape in shapes:
            self._shape(draw, shape)

    def _shape(self, draw: ImageDraw.ImageDraw, shape: Shape) -> None:
        fill, stroke = _ink(shape.fill, shape.opacity), _ink(shape.stroke, shape.opacity)
        width = max(1, round(shape.width * self.scale))
        if shape.kind == "text":
            font = ImageFont.load_default(round(shape.radius * self.scale))
            draw.text(self.at(shape.parts[0][0]), shape.text, fill=fill, font=font, anchor="mm")
        elif shape.kind == "circle" and shape.dash is None:
            x, y = self.at(shape.parts[0][0])
            r = shape.radius * self.scale
            if fill:
                draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)
            if stroke:
                r += width / 2
                draw.ellipse((x - r, y - r, x + r, y + r), outline=stroke, width=width)
        elif shape.kind == "polygon":
            for part in shape.parts:
                points = [self.at(point) for point in part]
                if fill:
                    draw.polygon(points, fill=fill)
                if stroke:
                    draw.line([*points, points[0]], fill=stroke, width=width, joint="curve")
        elif stroke:
            for stretch in _dashed(shape):
                points = [self.at(point) for point in stretch]
                draw.line(points, fill=stroke, width=width, joint="curve")
                if shape.opacity == 1:
                    r = width / 2
                    for x, y in (points[0], points[-1]):
                        draw.ellipse((x - r, y - r, x + r, y + r), fill=stroke)

    def finished(self) -> Image.Image:
        return self.image.resize((self.pixels, self.pixels), Image.Resampling.LANCZOS)


def _ink(colour: str | None, opacity: float) -> tuple[int, ...] | None:
    return None if colour is None else (*ImageColor.getrgb(colour)[:3], round(255 * opacity))


def _dashed(shape: Shape) -> list[list[Point]]:
    """The strokes of a line or circle, cut into dashes if it has them."""
    if shape.kind == "circle":
        x, y = shape.parts[0][0]
        angles = [math.tau * k / 60 for k in range(61)]
        parts = [[(x + shape.radius * math.cos(a), y + shape.radius * math.sin(a)) for a in angles]]
    else:
        parts = [list(part) for part in shape.parts]
    if shape.dash is None:
        return parts
    on, off = shape.dash
    dashes: list[list[Point]] = []
    for part in parts:
        left, drawing, piece = on, True, [part[0]]
        for k in range(1, len(part)):
            a, b = part[k - 1], part[k]
            length = math.dist(a, b)
            done = 0.0
            while length - done > left:
                done += left
                cut = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
                if drawing:
                    dashes.append([*piece, cut])
                drawing, left, piece = not drawing, (off if drawing else on), [cut]
            left -= length - done
            piece.append(b)
        if drawing and len(piece) > 1:
            dashes.append(piece)
    return dashes


def animate(
    trajectory: Trajectory,
    path: Path,
    fish: Mapping[str, Sequence[Colour]] | None = None,
    pixels: int = 480,
) -> None:
    """Write the flick as a GIF that plays in real time, holds at rest and starts again."""
    places, turns = trajectory.positions(), trajectory.quaternions()
    backdrop = Painter(pixels)
    backdrop.paint(look.school())
    canvas = Painter(pixels)
    hung = look.hanging_fish(fish or {})
    every = RATE // FRAMES_PER_SECOND
    count = len(places)
    shown = [*range(0, count - 1, every), count - 1]
    facing = _facings(places.tolist())
    frames = []
    for f in shown:
        canvas.image = backdrop.image.copy()
        canvas.paint(hung)
        for k, colour in enumerate(trajectory.colours):
            trail = places[max(0, f - round(TRAIL * RATE)) : f + 1, k, :2].tolist()
            if math.dist(trail[0], trail[-1]) > 0.3:
                canvas.paint([look.lines([[(px, py) for px, py in trail]], _pale(colour), 0.55)])
        for k in sorted(range(len(trajectory.colours)), key=lambda k: float(places[f, k, 2])):
            w, x, y, z = turns[f, k].tolist()
            lean = (HEAD * 2 * (x * z + w * y), HEAD * 2 * (y * z - w * x))
            yaw = math.degrees(math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
            px, py, pz = places[f, k].tolist()
            lift = max(pz - SCHOOL.penguin.radius, 0.0)
            canvas.paint(look.penguin(trajectory.colours[k], px, py, facing[k] + yaw, lift, lean))
        frames.append(canvas.finished())
    palette = _common_palette(trajectory.colours, frames)
    images = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    duration = [1000 // FRAMES_PER_SECOND] * (len(images) - 1) + [round(1000 * HOLD)]
    images[0].save(path, "GIF", save_all=True, append_images=images[1:], duration=duration, loop=0, optimize=False)


def _common_palette(colours: Sequence[Colour], frames: Sequence[Image.Image]) -> Image.Image:
    """One palette for the whole film, so that still parts cost nothing; small penguins count as much as big floors."""
    side = frames[0].width
    strip = Image.new("RGB", (side, 3 * side), ICE)
    strip.paste(frames[0], (0, 0))
    for k, colour in enumerate(colours):
        close = Painter(side // 2)
        close.scale *= 12
        middle = close.size / 24 - MARGIN
        close.paint(look.penguin(colour, middle, middle + close.size * 11 / 12, -60.0))
        strip.paste(close.finished(), (k % 2 * (side // 2), side + k // 2 * (side // 2)))
        strip.paste(look.COLOUR[colour], (k * side // 4, 2 * side, (k + 1) * side // 4, 2 * side + side // 2))
        strip.paste(_pale(colour), (k * side // 4, 2 * side + side // 2, (k + 1) * side // 4, 3 * side))
    return strip.quantize(128, method=Image.Quantize.MEDIANCUT)


def _pale(colour: Colour) -> str:
    """The colour of a penguin's trail."""
    parts = [round(0.6 * a + 0.4 * b) for a, b in zip(*map(ImageColor.getrgb, (look.COLOUR[colour], look.CREAM)), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*parts)


def _facings(places: list[list[list[float]]]) -> list[float]:
    """Penguins look where they will go first, or at the viewer."""
    found = []
    for k in range(len(places[0])):
        facing = -90.0
        for frame in places:
            dx, dy = frame[k][0] - places[0][k][0], frame[k][1] - places[0][k][1]
            if math.hypot(dx, dy) > 0.5:
                facing = math.degrees(math.atan2(dy, dx))
                break
        found.append(facing)
    return found
