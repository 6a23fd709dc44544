"""The web page: static files that the gateway serves, with no framework, no build step and nothing from elsewhere."""
