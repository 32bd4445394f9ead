"""Score sheets: what stands on them, how it fits the paper, and the PDF."""
