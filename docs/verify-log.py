#!/usr/bin/env python3
"""Verifies a whole public log without trusting anyone. It needs only Python 3.8 or newer, and no library.

    python3 verify-log.py LOG VKEY [--witness VKEY]... [--kept CHECKPOINT]...

LOG         a folder with a copy of /log, or its address: https://jobs.example.org/log
VKEY        the public key of the log. Use a key that you wrote down earlier, or got from someone else
--witness   the public key of a witness: it must have cosigned this log
--kept      a checkpoint that you saved earlier: the log must have only grown since

It prints one sentence, and exits with 0 if all is correct, 1 if not, and 2 if it was called wrongly.
It was written from transparency.md alone, which describes the exact bytes."""
import argparse, base64, hashlib, os, re
from datetime import datetime, timedelta, timezone

MAX_FILE, TILE = 2**25, 256

class Fault(Exception): pass

def must(holds, sentence):
    if not holds:
        raise Fault(sentence)

def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()

# Ed25519 (RFC 8032). A point is (X, Y, Z, T).
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def multiply(factor, point):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = add(result, point)
        point, factor = add(point, point), factor >> 1
    return result

def decode_point(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    must(y < P and (x * x - square) % P == 0 and (x or not sign), 'A key is no point of the curve')
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P

BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, 'little'))

def is_signed(key, message, signature):
    x, y, _, t = decode_point(key)
    s = int.from_bytes(signature[32:], 'little')
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % ORDER
    x, y, z, _ = add(multiply(s, BASE), multiply(k, (P - x, y, 1, P - t)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return len(signature) == 64 and s < ORDER and (y | (x & 1) << 255).to_bytes(32, 'little') == signature[:32]

def read_key(vkey, kind):
    match = re.fullmatch(r'([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})', vkey)
    must(match, 'A public key must look like NAME+1a2b3c4d+BASE64')
    name, key_id, data = match[1], bytes.fromhex(match[2]), base64.b64decode(match[3])
    must(data[0] == kind, f'The key of {name} is of another kind')
    must(sha256(name.encode(), b'\n', data)[:4] == key_id, f'The key of {name} was not copied whole')
    return name, key_id, data[1:]

NOTE = re.compile(r'(([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n)\n((?:— \S+ [A-Za-z0-9+/]+={0,2}\n){1,16})')

def signatures_of(checkpoint, key):
    """What follows the name and the id of this key in the lines of signatures."""
    lines = [line.split(' ') for line in checkpoint[5].splitlines()]
    signed = [base64.b64decode(data) for _, name, data in lines if name == key[0]]
    return [data[4:] for data in signed if data[:4] == key[1]]

def read_checkpoint(data, key):
    checkpoint = NOTE.fullmatch((data or b'').decode())
    must(checkpoint, 'A checkpoint is missing or malformed')
    must(checkpoint[2] == key[0], 'A checkpoint is of another log')
    valid = [is_signed(key[2], checkpoint[1].encode(), signature) for signature in signatures_of(checkpoint, key)]
    must(valid and all(valid), 'A checkpoint is not signed with the key of the log')
    return checkpoint

def cosigned_at(checkpoint, key):
    """When the witness cosigned the checkpoint, by its own clock; None if it did not."""
    time = None
    for signature in signatures_of(checkpoint, key):
        seconds = int.from_bytes(signature[:8], 'big')
        message = f'cosignature/v1\ntime {seconds}\n{checkpoint[1]}'.encode()
        must(is_signed(key[2], message, signature[8:]), f'A cosignature of {key[0]} is wrong')
        time = f'{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%SZ}'
    return time

def read_file(log, path):
    """The bytes of a file of the log; None if it does not have that file."""
    try:
        if re.match('https?://', log):
            from urllib.request import urlopen
            with urlopen(f'{log.rstrip("/")}/{path}', timeout=30) as answer:
                return answer.read(MAX_FILE)
        with open(os.path.join(log, path), 'rb') as file:
            return file.read(MAX_FILE)
    except OSError as error:
        must(isinstance(error, FileNotFoundError) or getattr(error, 'code', 0) == 404, f'{path} cannot be read')

def tile_path(level, index):
    groups = f'{index % 1000:03}'
    while index >= 1000:
        index //= 1000
        groups = f'x{index % 1000:03}/{groups}'
    return f'tile/{level}/{groups}'

def read_tile(log, level, index, width):
    path = tile_path(level, index)
    data = read_file(log, f'{path}.p/{width}') if width < TILE else None
    # The tile may have become full since the checkpoint was saved.
    data = read_file(log, path) if data is None else data
    must(data is not None, f'The file {path} is missing')
    return data

def root_of(hashes):
    """The left subtree has as many leaves as the largest power of two below their number (RFC 6962)."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256()
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b'\1', root_of(hashes[:half]), root_of(hashes[half:]))

def entries_of(log, size):
    for index in range((size + TILE - 1) // TILE):
        width, start = min(TILE, size - index * TILE), 0
        data = read_tile(log, 'entries', index, width)
        for _ in range(width):
            end = start + 2 + int.from_bytes(data[start:start + 2], 'big')
            must(start + 2 < end <= len(data), f'The file {tile_path("entries", index)} is too short')
            yield data[start + 2:end]
            start = end

ENTRY = re.compile(r'\{"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z","digest":"[0-9a-f]{64}","kind":"[a-z_]{1,40}"\}')

def check_entry(index, entry, newest):
    """Checks form and time of an entry. Calls at the same moment may cross, but only by a minute."""
    match = ENTRY.fullmatch(entry.decode())
    must(match, f'Entry {index} is malformed')
    time = datetime.fromisoformat(match[1])
    must(newest is None or newest - time <= timedelta(minutes=1), f'Entry {index} is dated before an earlier entry')
    return time if newest is None else max(time, newest)

def check_tiles(log, level, hashes):
    """Compares a level of tiles with the hashes computed from the entries. Returns the level above."""
    parts = [hashes[start:start + TILE] for start in range(0, len(hashes), TILE)]
    for index, part in enumerate(parts):
        data = read_tile(log, level, index, len(part))
        must(data[:len(part) * 32] == b''.join(part), f'{tile_path(level, index)} does not fit the entries')
    return [root_of(part) for part in parts if len(part) == TILE]

def verify(log, vkey, witnesses, kept):
    key, facts = read_key(vkey, 1), []
    checkpoints = [(read_checkpoint(read_file('', file), key), f'It was rewritten since {file}') for file in kept]
    facts += [f'it has only grown since the {saved[3]} entries of {file}' for (saved, _), file in zip(checkpoints, kept)]
    # Read first: the log may grow meanwhile, but a cosigned checkpoint never covers more than the last one.
    cosigned = read_file(log, 'cosigned') if witnesses else None
    last = read_checkpoint(read_file(log, 'checkpoint'), key)
    for witness in [read_key(text, 4) for text in witnesses]:
        found = last if cosigned_at(last, witness) or not cosigned else read_checkpoint(cosigned, key)
        must(cosigned_at(found, witness), f'{witness[0]} did not cosign this log')
        checkpoints.append((found, f'{witness[0]} cosigned another history'))
        facts.append(f'{witness[0]} cosigned its first {found[3]} entries at {cosigned_at(found, witness)}')
    size, hashes, newest = int(last[3]), [], None
    for saved, _ in checkpoints:
        must(int(saved[3]) <= size, f'It has {size} entries, but an earlier checkpoint has {saved[3]}')
    for entry in entries_of(log, size):
        newest = check_entry(len(hashes), entry, newest)
        hashes.append(sha256(b'\0', entry))
    for saved, sentence in [*checkpoints, (last, 'The entries do not lead to the signed root')]:
        must(root_of(hashes[:int(saved[3])]) == base64.b64decode(saved[4]), sentence)
    level = 0
    while hashes:
        hashes, level = check_tiles(log, level, hashes), level + 1
    return '; '.join([f'PROVEN {key[0]}: its {size} entries lead to the signed root', *facts]) + '.'

if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('log')
    parser.add_argument('vkey')
    parser.add_argument('--witness', action='append', default=[])
    parser.add_argument('--kept', action='append', default=[])
    chosen = parser.parse_args()
    try:
        print(verify(chosen.log, chosen.vkey, chosen.witness, chosen.kept))
    except Fault as fault:
        raise SystemExit(f'NOT PROVEN {fault}.')
    except (OSError, ValueError, OverflowError) as error:
        raise SystemExit(f'NOT PROVEN The files cannot be read ({type(error).__name__}).')
