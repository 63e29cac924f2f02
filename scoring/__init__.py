"""Score keeping: ratings and leaderboards, made of the games that are over; score sheets of games with real cards."""
