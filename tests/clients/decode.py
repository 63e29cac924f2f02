"""Of each line, a component's name and a value: what a client by openapi-python-client reads in it."""

import json
import sys

from rummy_client import models

for line in sys.stdin:
    name, value = json.loads(line)
    print(json.dumps(getattr(models, name).from_dict(value).to_dict()))
