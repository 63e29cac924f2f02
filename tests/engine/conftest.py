"""Hypothesis looks for the same examples in every run, but with SOAK=1 for new ones, and more of them."""

from hypothesis import HealthCheck, settings

from tests.engine.sizes import EXAMPLES, SOAK

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]

settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, max_examples=EXAMPLES, suppress_health_check=_SLOW
)
settings.register_profile("soak", settings.get_profile("ci"), derandomize=False)
settings.load_profile("soak" if SOAK else "ci")
