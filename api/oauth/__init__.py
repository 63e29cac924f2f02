"""OAuth 2: how a player gives an app of somebody else leave to play for them (RFC 6749, 7636, 8252, 9207, 9700).

Outside of `/api/v1`, as its clients send forms and get errors of OAuth's own shape, and players see pages.
"""
