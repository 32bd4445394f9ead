"""Score sheets: their content, how it fits the paper, and the PDF."""
