"""The examples of the README are right."""

import doctest

from .pages import ROOT, examples_of


def test_the_python_of_the_readme_does_what_it_says() -> None:
    (example,) = examples_of(ROOT / "README.md", "python")
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", None, None)
    done = doctest.DocTestRunner().run(test)
    assert done.attempted == len(test.examples) > 0
    assert not done.failed
