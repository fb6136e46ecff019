"""An S3 server for the tests: OpenStack Swift with its S3 API in one process. It verifies every signature.

    swift-s3.py FOLDER ACCESS_KEY SECRET_KEY        (ACCESS_KEY is account:user)

Stores its data in FOLDER and listens on a free loopback port, which it prints. It exits when its standard input ends.
Requires Debian's python3-swift. The three storage servers and the proxy share this process and store one replica.
"""
import logging
import os
import sys
from pathlib import Path

import eventlet

eventlet.monkey_patch()

from array import array  # noqa: E402

from eventlet import wsgi  # noqa: E402
from swift.account.server import AccountController  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingData  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.server import ObjectController  # noqa: E402

PROXY = """
[DEFAULT]
swift_dir = {folder}

[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
cors_allow_origin = *

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
allow_multipart_uploads = false
cors_preflight_allow_origin = *

[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin

[filter:slo]
use = egg:swift#slo

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:listing_formats]
use = egg:swift#listing_formats
"""


def main():
    folder, access_key, secret = sys.argv[1:]
    account, user = access_key.split(":")
    root = Path(folder)
    (root / "devices" / "d").mkdir(parents=True)
    (root / "swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = tests\n")
    utils.SWIFT_CONF_FILE = str(root / "swift.conf")
    utils.validate_configuration()
    reload_storage_policies()
    settings = {"devices": str(root / "devices"), "swift_dir": folder, "mount_check": "false"}
    parts = {"account": AccountController, "container": ContainerController, "object": ObjectController}
    listeners = {name: eventlet.listen(("127.0.0.1", 0)) for name in parts}
    for name, listener in listeners.items():
        device = {"id": 0, "zone": 0, "region": 1, "device": "d", "ip": "127.0.0.1", "weight": 1.0,
                  "port": listener.getsockname()[1]}
        RingData([array("H", [0])], [device], 32).save(str(root / f"{name}.ring.gz"))
    for name, controller in parts.items():
        serve(listeners[name], controller(settings))
    (root / "proxy-server.conf").write_text(
        PROXY.format(folder=folder, account=account, user=user, secret=secret))
    proxy = eventlet.listen(("127.0.0.1", 0))
    serve(proxy, with_cache(loadapp(str(root / "proxy-server.conf"))))
    print(f"ready on port {proxy.getsockname()[1]}", flush=True)
    eventlet.tpool.execute(sys.stdin.read)
    os._exit(0)


class Cache:
    """Replaces memcached, which a single process does not need."""

    def __init__(self):
        self.values = {}

    def set(self, key, value, **_):
        self.values[key] = value

    def get(self, key, **_):
        return self.values.get(key)

    def delete(self, key, **_):
        self.values.pop(key, None)


def with_cache(app):
    cache = Cache()

    def handle(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return handle


def serve(listener, app):
    eventlet.spawn(wsgi.server, listener, app, logging.getLogger("swift"), log_output=False)


main()
