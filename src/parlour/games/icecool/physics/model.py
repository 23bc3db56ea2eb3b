"""The MuJoCo model of the school and its penguins, written from the floor plan and `body`; nothing is typed twice."""

from __future__ import annotations

from parlour.games.icecool.physics import body
from parlour.games.icecool.physics.body import CM, Contact
from parlour.games.icecool.school import SCHOOL, solids

WALL_SLOTS = 2  # wall contacts reported for each penguin and step: enough for a corner
WALL_VALUES = 7  # found, position, normal


def mjcf(penguins: int, walls: bool = True) -> str:
    """The model file for this many penguins; penguin k is body `p{k}`. Without walls it is an endless floor."""
    middle = SCHOOL.outline[2] * CM / 2
    lines = [
        '<mujoco model="school"><compiler angle="radian" autolimits="true"/>',
        f'<option timestep="{body.STEP}" integrator="implicitfast" cone="elliptic" solver="Newton" '
        'iterations="20" tolerance="1e-10"/>',
        "<worldbody>",
        f'<geom name="floor" type="plane" pos="{middle} {middle} 0" size="9 9 .05" {_contact(body.FLOOR)}/>',
        '<body name="walls">',
    ]
    for solid in solids() if walls else ():
        x0, y0, z0, x1, y1, z1 = (edge * CM for edge in solid.box)
        centre = _numbers((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
        half = _numbers((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2)
        lines.append(f'<geom name="{solid.name}" type="box" pos="{centre}" size="{half}" {_contact(body.WALL)}/>')
    lines.append("</body>")
    for k in range(penguins):
        lines.append(f'<body name="p{k}" pos="{_numbers(0.1 + 0.05 * k, 0.1, body.COM_HEIGHT)}">')
        lines.append(f'<joint name="j{k}" type="free" damping="{body.SPIN_DAMPING:.9g}"/>')
        lines.append(f'<inertial pos="0 0 0" mass="{body.MASS}" diaginertia="{_numbers(*body.INERTIA)}"/>')
        for ball in body.BALLS:
            at = _numbers(0, 0, ball.height - body.COM_HEIGHT)
            lines.append(f'<geom type="sphere" size="{ball.radius:.9g}" pos="{at}" {_contact(body.PENGUIN)}/>')
        lines.append("</body>")
    lines.append("</worldbody><sensor>")
    for a in range(penguins):
        for b in range(a + 1, penguins):
            lines.append(f'<contact body1="p{a}" body2="p{b}" data="found" num="1"/>')
    for k in range(penguins):
        lines.append(f'<contact body1="p{k}" body2="walls" data="found pos normal" num="{WALL_SLOTS}" reduce="mindist"/>')
    lines.append("</sensor></mujoco>")
    return "\n".join(lines)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.9g}" for value in values)


def _contact(surface: Contact) -> str:
    # Floor and walls meet penguins only; penguins meet everything.
    bits = 'contype="2" conaffinity="3"' if surface is body.PENGUIN else 'contype="1" conaffinity="2"'
    return (
        f'{bits} condim="{surface.condim}" friction="{_numbers(*surface.friction)}" '
        f'solref="{_numbers(*surface.solref)}" solimp="{_numbers(*body.SOLIMP)}" priority="{surface.priority}"'
    )
