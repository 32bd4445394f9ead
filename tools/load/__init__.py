"""Let many tables play an evening on a site, and measure what it takes."""
