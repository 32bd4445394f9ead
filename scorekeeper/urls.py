"""All URLs. Those under /rules/ and /sheets/ are public and stable (docs/api.md)."""

from django.contrib import admin
from django.urls import path, re_path
from django.views.i18n import set_language

from scorekeeper.views import (
    booklets,
    compare,
    games,
    glossary,
    groups,
    home,
    house_rules,
    links,
    new_game,
    players,
    rounds,
    rules,
    search,
    sheets,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("language/", set_language, name="set_language"),
    path("start-fresh/", home.start_fresh, name="start-fresh"),
    path("games/new/", new_game.choose, name="choose"),
    path("games/new/<slug:slug>/", new_game.new, name="new"),
    path("games/new/<slug:slug>/check/", new_game.check_rules, name="check-rules"),
    path("games/<slug:code>.json", games.game_json, name="game-json"),
    path("games/<slug:code>/", games.game, name="game"),
    path("games/<slug:code>/rounds/<int:deal>/", rounds.deal, name="deal"),
    re_path(
        r"^games/(?P<code>[a-z0-9]+)/(?P<which>undo|redo)/$", rounds.turn_back, name="turn-back"
    ),
    path("games/<slug:code>/table/", players.players, name="players"),
    path("games/<slug:code>/table/join/", players.join, name="player-join"),
    path("games/<slug:code>/table/leave/", players.leave, name="player-leave"),
    path("games/<slug:code>/table/back/", players.come_back, name="player-return"),
    path("games/<slug:code>/table/rename/", players.rename, name="side-rename"),
    path("games/<slug:code>/table/player/", players.rename_partner, name="partner-rename"),
    path("games/<slug:code>/table/dealer/", players.set_dealer, name="set-dealer"),
    path("games/<slug:code>/table/stop/", players.stop, name="stop"),
    path("games/<slug:code>/house-rules/", house_rules.house_rules, name="house-rules"),
    path("games/<slug:code>/discard/", players.discard, name="discard"),
    path("games/<slug:code>/changes/", games.log, name="log"),
    path("games/<slug:code>/rules/", games.rules, name="game-rules"),
    path(
        "games/<slug:code>/rules/booklet.pdf",
        booklets.of_game,
        {"kind": "booklet"},
        name="game-booklet",
    ),
    path("games/<slug:code>/rules/card.pdf", booklets.of_game, {"kind": "card"}, name="game-card"),
    path("games/<slug:code>/share/", links.share, name="share"),
    re_path(
        r"^games/(?P<code>[a-z0-9]+)/share/(?P<kind>watch|score)/$", links.renew, name="renew-link"
    ),
    path("games/<slug:code>/rematch/", games.rematch, name="rematch"),
    path("games/<slug:code>/sheet/", sheets.order_filled, name="order-filled"),
    path("games/<slug:code>/sheet.pdf", sheets.filled, {"kind": "pdf"}, name="filled-sheet"),
    path("games/<slug:code>/sheet.png", sheets.filled, {"kind": "png"}, name="filled-picture"),
    path("watch/<slug:code>/<slug:token>/", links.watch, name="watch"),
    path("watch/<slug:code>/<slug:token>/result.png", sheets.result, name="result"),
    path("score/<slug:code>/<slug:token>/", links.score, name="score"),
    path("groups/<int:pk>/", groups.group, name="group"),
    path("groups/<int:pk>/join.svg", groups.join_code, name="join-code"),
    re_path(
        r"^groups/(?P<pk>[0-9]{1,18})/(?P<what>name|phone|person|unlist|renew|remove|forget)/$",
        groups.change,
        name="group-change",
    ),
    path("join/<slug:token>/", groups.join, name="join"),
    path("rules/", rules.index, name="rules"),
    path("rules.json", rules.index_json, name="rules-json"),
    path("rules/search", search.look_up, name="search"),
    path("rules/search.json", search.look_up_json, name="search-json"),
    path("rules/glossary.json", glossary.glossary_json, name="glossary-json"),
    path("rules/glossary/", glossary.glossary, name="glossary"),
    path("rules/mentioned/", glossary.mentioned, name="mentioned"),
    re_path(r"^rules/compare/?$", compare.side_by_side, name="compare"),
    path("rules/compare.json", compare.side_by_side_json, name="compare-json"),
    path("rules/<slug:slug>.json", rules.variant_json, name="variant-json"),
    path("rules/<slug:slug>/booklet.pdf", booklets.of_variant, {"kind": "booklet"}, name="booklet"),
    path("rules/<slug:slug>/card.pdf", booklets.of_variant, {"kind": "card"}, name="contract-card"),
    path("rules/<slug:slug>/", rules.variant, name="variant"),
    path("sheets/", sheets.index, name="sheets"),
    path("sheets/<slug:slug>/", sheets.order, name="order-sheet"),
    path("sheets/<slug:slug>.pdf", sheets.blank, {"kind": "pdf"}, name="blank-sheet"),
    path("sheets/<slug:slug>.png", sheets.blank, {"kind": "png"}, name="blank-picture"),
    path("admin/", admin.site.urls),
]
handler404 = "scorekeeper.views.errors.not_found"
