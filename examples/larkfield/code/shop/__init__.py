"""Back office of the Larkfield shop: what the site, the desk and the nightly jobs share."""
