"""Services on this machine that tests call: real sockets, real HTTP, and TLS with a certificate of their own."""

import datetime
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Heard:
    """A request as it arrived. `target` is its path and query, not decoded."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """Answers every request with `status`, `headers` and `body`; `heard` holds what arrived."""

    port: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    body: bytes = b"{}"
    heard: list[Heard] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    """The names that TLS was asked for."""

    def answers(self, value: Any, *, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        """Answer with JSON from now on, or with bytes as they are."""
        self.status = status
        self.body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.headers = {"Content-Type": kind, **{name.replace("_", "-"): text for name, text in headers.items()}}

    @property
    def url(self) -> str:
        """Its address without TLS."""
        return f"http://127.0.0.1:{self.port}"


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.heard.append(Heard(self.command, self.path, headers, body))
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(service.body)))
            self.end_headers()
            with suppress(OSError):  # they had enough
                self.wfile.write(service.body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def http(tls: ssl.SSLContext | None = None, address: str = "127.0.0.1") -> Iterator[Service]:
    """A service that runs until the end of the block."""
    service = Service()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        address_family = socket.AF_INET6 if ":" in address else socket.AF_INET

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that breaks off is part of the tests."""

    server = Server((address, 0), _handler(service))
    if tls:
        tls.sni_callback = lambda connection, name, context: service.names.append(name)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    service.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def raw(*parts: bytes, pause: float = 0.0, endless: bool = False) -> Iterator[int]:
    """A port where whoever connects gets these bytes, then the end; `endless` repeats the last of them."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                _speak(connection, parts, pause=pause, endless=endless, over=over)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def _speak(
    connection: socket.socket, parts: tuple[bytes, ...], *, pause: float, endless: bool, over: threading.Event
) -> None:
    try:
        connection.recv(65536)
        for part in parts:
            connection.sendall(part)
            over.wait(pause)
        while endless and not over.is_set():
            connection.sendall(parts[-1])
            over.wait(pause)
    except OSError:
        return


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A certificate for a name that signs itself: what a server has of it, and what a client needs to trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file, no_password = folder / "certificate.pem", serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, no_password)
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    trusting = ssl.create_default_context(cadata=made.public_bytes(serialization.Encoding.PEM).decode())
    return serving, trusting
