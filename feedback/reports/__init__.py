"""What annotators read about their own answers, and dispute there."""
