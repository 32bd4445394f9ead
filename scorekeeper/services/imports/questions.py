"""What a file leaves open, and what people answered on the check page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a file, with the values and labels of its answers, the likeliest first."""

    key: str
    text: str
    answers: Sequence[tuple[str, str]]


@dataclass(slots=True)
class Answers:
    """The answers given so far, by the key of the question, and the questions that were asked."""

    given: Mapping[str, str] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)

    def ask(self, key: str, text: str, answers: Sequence[tuple[str, str]]) -> str:
        """Return the answer to a question; the likeliest if it hasn’t been answered."""
        self.questions[key] = Question(key, text, answers)
        given = self.given.get(key, "")
        return given if given in dict(answers) else answers[0][0]
