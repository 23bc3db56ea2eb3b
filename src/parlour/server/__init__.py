"""HTTP, websockets, storage and the bus between processes. It knows no game: tables decide, the redactor speaks."""
