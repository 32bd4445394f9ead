"""Score sheets: their content, their layout on paper, and their PDFs."""
