"""Backchannel for Python: a game of conquest and private deals, at the speed of Rust.

>>> import backchannel
>>> env = backchannel.aec_env(map="wherrymouth", seats=2, bots={"seat_1": "soldier"})
>>> env.reset(seed=1)
>>> env.agent_selection
'seat_0'

What an agent sees comes from the view of its seat and from nothing else: hidden territories, hands and deals between
others are not in it.
"""

from ._native import CHOICES, STAGES, VERBS, GameOver, IllegalAction, __version__
from .arena import Challenge, League, challenge, league, simulate
from .envs import BackchannelAEC, BackchannelParallel, aec_env, parallel_env
from .layout import Field, Layout
from .library import MapInfo, bots, cards, clause, judge, map_info, maps, rules
from .replays import Demonstration, Replay, replay
from .tables import Table
from .text import TextEnv, text_env
from .vector import Buffers, VecEnv, vec

__all__ = [
    "CHOICES",
    "STAGES",
    "VERBS",
    "BackchannelAEC",
    "BackchannelParallel",
    "Buffers",
    "Challenge",
    "Demonstration",
    "Field",
    "GameOver",
    "IllegalAction",
    "Layout",
    "League",
    "MapInfo",
    "Replay",
    "Table",
    "TextEnv",
    "VecEnv",
    "__version__",
    "aec_env",
    "bots",
    "cards",
    "challenge",
    "clause",
    "judge",
    "league",
    "map_info",
    "maps",
    "parallel_env",
    "replay",
    "rules",
    "simulate",
    "text_env",
    "vec",
]
