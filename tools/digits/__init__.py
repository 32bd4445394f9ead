"""Train the network that reads digits on photographs of sheets, and measure how well it reads."""
