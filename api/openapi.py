"""What the generated description of the API is given at the end: what serializers cannot say."""

from typing import Any

from drf_spectacular.plumbing import list_hash, load_enum_name_overrides

from api.examples import give_examples
from api.problem_types import PROBLEM_TYPES
from api.serializers.apps import EXTERNAL_ID
from api.serializers.players import EXTERNAL_ID_LENGTH

_INT32 = 2**31 - 1
_FOREIGN = {"pattern": EXTERNAL_ID, "maxLength": EXTERNAL_ID_LENGTH}
# No scheme of type `oauth2`: with one, the client generated for TypeScript sends tokens without the word Bearer, and
# the one for Kotlin needs a library that is no longer kept. A token got by OAuth is a bearer's like any other.
_SECURITY_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a player, such as `rum_gst_\u2026`, or of an app. Clients of others get one by"
        " OAuth 2 with PKCE: `/.well-known/oauth-authorization-server` says where.",
    },
    "actAs": {
        "type": "apiKey",
        "in": "header",
        "name": "Act-As",
        "description": "With the token of an app: the id of the one of its players for whom it acts.",
    },
    "sheetLink": {
        "type": "apiKey",
        "in": "header",
        "name": "Sheet-Link",
        "description": "The secret of a link to a score sheet, such as `rum_shl_\u2026`.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A browser that is signed in. What changes something needs the header `X-CSRFToken`.",
    },
}


def finished(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """The description with ways to sign in, widths of numbers, names of choices, the list of codes, and examples."""
    result["components"]["securitySchemes"] = _SECURITY_SCHEMES
    result["components"]["schemas"]["ProblemCode"] = {
        "type": "string",
        "enum": list(PROBLEM_TYPES),
        "description": "The codes of problems so far; the member is a string, so that new ones break nobody.",
    }
    result["components"]["schemas"]["SchemaDocument"] = {
        "type": "object",
        "additionalProperties": True,
        "description": "A description of this API as OpenAPI 3.0.3 has it.",
    }
    _give_widths(result)
    _open_unions(result, result["components"]["schemas"])
    for methods in result["paths"].values():
        for described in methods.values():
            _bound_paths(described.get("parameters", []))
            _name_choices(described.get("parameters", []), result["components"]["schemas"])
    give_examples(result)
    return result


def _give_widths(node: Any) -> None:
    """Every integer says whether 32 bits hold it."""
    if isinstance(node, list):
        for part in node:
            _give_widths(part)
    elif isinstance(node, dict):
        if node.get("type") == "integer":
            node.setdefault("format", "int64" if node.get("maximum", 0) > _INT32 else "int32")
        for part in node.values():
            _give_widths(part)


def _open_unions(node: Any, schemas: dict[str, Any]) -> None:
    """A union that may be null is `oneOf` one: of `allOf`, openapi-typescript makes an object without its tag."""
    if isinstance(node, list):
        for part in node:
            _open_unions(part, schemas)
    elif isinstance(node, dict):
        only = node.get("allOf", ())
        if len(only) == 1 and "discriminator" in schemas.get(only[0].get("$ref", "").rsplit("/", 1)[-1], {}):
            node["oneOf"] = node.pop("allOf")
        for part in node.values():
            _open_unions(part, schemas)


def _bound_paths(parameters: list[dict[str, Any]]) -> None:
    """Names in paths are slugs, but those that others chose."""
    for parameter in parameters:
        if parameter["in"] == "path" and parameter["schema"] == {"type": "string"}:
            parameter["schema"] |= (
                _FOREIGN if parameter["name"] == "external_id" else {"pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 60}
            )


def _name_choices(parameters: list[dict[str, Any]], schemas: dict[str, Any]) -> None:
    """Closed lists of values are components of their own also where a query takes one of them."""
    names = load_enum_name_overrides()
    for parameter in parameters:
        choices = parameter["schema"].get("enum", ())
        name = names.get(list_hash([(choice, choice) for choice in choices]))
        if name is not None:
            schemas.setdefault(name, {"enum": list(choices), "type": "string"})
            reference = {"$ref": f"#/components/schemas/{name}"}
            default = {key: value for key, value in parameter["schema"].items() if key == "default"}
            parameter["schema"] = {"allOf": [reference], **default} if default else reference
