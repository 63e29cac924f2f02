"""What scopes mean to a player who is asked, and what is said where something cannot be done."""

from django.utils.translation import gettext_lazy as _

# Scope -> (what the app could do, more about it)
SCOPE_TEXTS = {
    "game:read": (_("See your games"), _("Your tables and your cards, and everything else that you see.")),
    "game:play": (_("Play for you"), _("Take a seat, play your cards, resign.")),
    "game:create": (_("Open games in your name"), _("Make games, choose their rules, start them.")),
    "lobby": (_("Find players for you"), _("Look for opponents, invite players, answer your invitations.")),
    "chat": (_("Write in the chat for you"), _("Say something at your tables, and take it back.")),
    "bulk": (_("Make and read many games at once"), _("Orders of games, and exports of those that are over.")),
    "import": (_("Import games for you"), _("Records of games that were played elsewhere.")),
    "webhooks": (_("Have others told of your games"), _("Addresses to which what happens in them is sent.")),
    "notifications": (_("See your notices"), _("What you are told, and the devices that are told it.")),
    "profile": (_("See your profile and change your country"), _("Not the name with which you sign in.")),
}

# Code -> (status, what is said above the form)
SIGN_IN_REFUSALS = {
    "wrong_login": (400, _("The name or the password is not right.")),
    "rate_limited": (429, _("That was tried too often. Please wait a while, then try again.")),
    "unavailable": (503, _("Too many people sign in at the moment. Please try again.")),
}

# Error of oauthlib's -> (title, what a person can do)
REFUSALS = {
    "MissingClientIdError": (_("No app is named"), _("The app that sent you here did not say which it is.")),
    "InvalidClientIdError": (
        _("This app is not known here"),
        _("Perhaps it was shut, or its link is old. Nothing was given to it."),
    ),
    "MissingRedirectURIError": (
        _("The way back is missing"),
        _("The app did not say where you are to be sent back to."),
    ),
    "InvalidRedirectURIError": (
        _("The way back is not right"),
        _("The app named an address to send you back to that cannot be one."),
    ),
    "MismatchingRedirectURIError": (
        _("The way back is not right"),
        _("The app has not registered the address you were to be sent back to. Somebody may pretend to be the app."),
    ),
}
OTHER_REFUSAL = (_("The app asked in a way that is not understood"), _("Nothing was given to it."))
OLD_FORM = (
    _("This page was open for too long"),
    _("Or your browser does not keep cookies, which signing in needs. Please go on from a fresh page."),
)
TOO_MANY = (_("Too many requests"), _("Please wait a minute, then go on."))
BUSY_SERVICE = (_("Not available for the moment"), _("Please try again in a moment."))
