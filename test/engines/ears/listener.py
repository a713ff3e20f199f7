"""What assistive technology gets of a page through AT-SPI: its tree of accessible objects, and what live regions say.

Reads one command a line, and answers each with one line of JSON:
  tree TITLE   the objects of the web page in sight whose title has these words
  heard        what live regions have said since the last time, in order
Knows nothing of the widget or of a browser: ears.ts starts it and makes texts of what it tells.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

State = Atspi.StateType
# What a screen reader says beside role and name.
STATES = {
    "focused": State.FOCUSED,
    "modal": State.MODAL,
    "checked": State.CHECKED,
    "pressed": State.PRESSED,
    "selected": State.SELECTED,
    "expandable": State.EXPANDABLE,
    "expanded": State.EXPANDED,
    "required": State.REQUIRED,
    "invalid": State.INVALID_ENTRY,
    "busy": State.BUSY,
    "read only": State.READ_ONLY,
}
ATTRIBUTES = ("live", "level", "placeholder-text", "description", "checkable", "haspopup", "xml-roles")
EMBEDDED = "\ufffc"
# Objects under a page; a page that is larger than this is not the one that a test has made.
MOST = 4000

heard = []


def text_of(accessible):
    try:
        if "Text" not in accessible.get_interfaces():
            return ""
        return Atspi.Text.get_text(accessible, 0, Atspi.Text.get_character_count(accessible))
    except GLib.Error:
        return ""


def children_of(accessible):
    found = [accessible.get_child_at_index(n) for n in range(accessible.get_child_count())]
    return [child for child in found if child is not None]


def dump(accessible, left):
    left[0] -= 1
    if left[0] < 0:
        raise RuntimeError("The page has more objects than a test's page can have.")
    states = accessible.get_state_set()
    attributes = accessible.get_attributes() or {}
    return {
        "role": accessible.get_role_name(),
        "name": accessible.get_name() or "",
        "description": accessible.get_description() or "",
        "states": [name for name, state in STATES.items() if states.contains(state)],
        "isOff": not states.contains(State.SENSITIVE),
        "attributes": {key: attributes[key] for key in ATTRIBUTES if key in attributes},
        "text": text_of(accessible),
        "children": [dump(child, left) for child in children_of(accessible)],
    }


def find_page(accessible, title):
    """The web page in sight whose title has these words, wherever a browser has put it."""
    for child in children_of(accessible):
        try:
            if child.get_role() == Atspi.Role.DOCUMENT_WEB:
                if title in (child.get_name() or "") and child.get_state_set().contains(State.SHOWING):
                    return child
                continue
            found = find_page(child, title)
        except GLib.Error:
            # A window that has just been closed.
            continue
        if found is not None:
            return found
    return None


def tree(title):
    desktop = Atspi.get_desktop(0)
    # What is kept from before may miss a change of state.
    for application in children_of(desktop):
        application.set_cache_mask(Atspi.Cache.NONE)
        application.clear_cache()
    page = find_page(desktop, title)
    return None if page is None else dump(page, [MOST])


def words_of(accessible):
    text = text_of(accessible)
    if text.replace(EMBEDDED, "").strip() == "":
        text = " ".join(words_of(child) for child in children_of(accessible))
    return text.strip() or (accessible.get_name() or "")


def on_event(event):
    try:
        attributes = event.source.get_attributes() or {}
        live = attributes.get("container-live") or attributes.get("live")
        if live in (None, "off"):
            return
        heard.append({"manner": live, "text": words_of(event.any_data)})
    except GLib.Error:
        # What a screen reader would miss too.
        heard.append({"manner": "polite", "text": "(gone before it could be read)"})


def answer(command):
    name, _, argument = command.partition(" ")
    if name == "tree":
        return tree(argument)
    if name == "heard":
        said = heard[:]
        heard.clear()
        return said
    raise ValueError(f"There is no command {name}.")


def on_line(channel, _condition):
    line = sys.stdin.readline()
    if line == "":
        Atspi.event_quit()
        return False
    try:
        reply = {"value": answer(line.rstrip("\n"))}
    except Exception as error:  # Whatever it is, the test has to hear of it.
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
    return True


Atspi.init()
listener = Atspi.EventListener.new(on_event)
# The widget's regions get a new element for each text. Both browsers tell of it so, and its text as well or not at all.
listener.register("object:children-changed:add")
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, on_line)
print(json.dumps({"value": "ready"}), flush=True)
Atspi.event_main()
