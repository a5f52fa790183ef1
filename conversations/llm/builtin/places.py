"""Swiss towns and cantons, by which "I live in Lausanne" gives the canton VD."""

from facts.folding import fold
from facts.values import Json

CANTONS: dict[str, str] = {
    "VD": "vaud|waadt|lausanne|losanna|lausana|yverdon|yverdon-les-bains|montreux|vevey|nyon|morges|renens|pully|gland|"
    "aigle|payerne",
    "GE": "geneve|geneva|ginebra|genf|genebra|ginevra|carouge|vernier|lancy|meyrin|onex|thonex",
    "VS": "valais|wallis|sion|sitten|sierre|martigny|monthey|brig|visp|zermatt|verbier",
    "FR": "fribourg|freiburg|friburgo|bulle|morat|murten|romont",
    "NE": "neuchatel|neuenburg|la chaux-de-fonds|chaux-de-fonds|le locle|boudry",
    "JU": "jura|delemont|porrentruy|saignelegier",
    "BE": "berne|bern|berna|bienne|biel|thun|thoune|koniz|interlaken|burgdorf|saint-imier|moutier",
    "ZH": "zurich|zuerich|zurique|zurigo|winterthur|winterthour|uster|dubendorf|wadenswil",
    "BS": "bale|basel|basle|basileia|basilea|bale-ville|basel-stadt",
    "BL": "liestal|allschwil|muttenz|bale-campagne|basel-landschaft",
    "AG": "argovie|aargau|aarau|baden|wettingen",
    "SO": "soleure|solothurn|olten|grenchen",
    "LU": "lucerne|luzern|lucerna|kriens|emmen",
    "TI": "tessin|ticino|lugano|bellinzona|bellinzone|locarno|mendrisio",
    "SG": "saint-gall|st-gall|st. gallen|st gallen|sankt gallen|rapperswil|wil",
    "TG": "thurgovie|thurgau|frauenfeld|kreuzlingen",
    "GR": "grisons|graubunden|coire|chur|davos|st. moritz",
    "ZG": "zoug|zug|baar|cham",
    "SZ": "schwyz|schwytz|freienbach|einsiedeln",
    "SH": "schaffhouse|schaffhausen",
    "GL": "glaris|glarus",
    "UR": "uri|altdorf",
    "NW": "nidwald|nidwalden|stans",
    "OW": "obwald|obwalden|sarnen",
    "AR": "herisau|appenzell rhodes-exterieures",
    "AI": "appenzell|appenzell rhodes-interieures",
}
BY_PLACE: dict[str, str] = {place: canton for canton, places in CANTONS.items() for place in places.split("|")}

TOWNS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "geneve|geneva|genf|genebra|ginevra|ginebra",
            "lausanne|losanna|lausana",
            "berne|bern|berna",
            "bale|basel|basle|basileia|basilea",
            "zurich|zuerich|zurique|zurigo",
            "lucerne|luzern|lucerna",
            "fribourg|freiburg|friburgo",
            "neuchatel|neuenburg",
            "sion|sitten",
            "bienne|biel",
            "thun|thoune",
            "morat|murten",
            "soleure|solothurn",
            "bellinzona|bellinzone",
            "saint-gall|st-gall|st. gallen|st gallen|sankt gallen",
            "coire|chur",
            "zoug|zug",
            "schaffhouse|schaffhausen",
        )
    )
    for name in names.split("|")
}
"""Names of one town in different languages have the same number."""


def canton_of(place: str) -> str:
    """The canton (`VD`) of a folded name of a town or canton, or of its own abbreviation; empty when not known."""
    return place.upper() if place.upper() in CANTONS and len(place) == 2 else BY_PLACE.get(place, "")


def same_place(one: Json, other: Json) -> bool:
    """Whether two values name one town, in different languages: Geneva and Genf."""
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    named = TOWNS.get(fold(one))
    return named is not None and named == TOWNS.get(fold(other))
