"""Semantic versions of guidelines."""

from dataclasses import dataclass

MAJOR, MINOR, PATCH = "major", "minor", "patch"
LEVELS = (MAJOR, MINOR, PATCH)


@dataclass(frozen=True, order=True)
class Version:
    """Major where earlier answers may be wrong now, minor for new rules, patch for wording."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def following(self, level: str) -> "Version":
        """Return the next version of this level."""
        match level:
            case "major":
                return Version(self.major + 1, 0, 0)
            case "minor":
                return Version(self.major, self.minor + 1, 0)
        return Version(self.major, self.minor, self.patch + 1)


FIRST = Version(1, 0, 0)
