"""Template: lay cards, the highest sum wins. What `parlour new` begins a game with."""

from parlour.lab.template.table import Template

GAME = Template()
