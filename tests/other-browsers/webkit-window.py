#!/usr/bin/python3
# A window that shows only WebKit, as narrow as a phone. The console of a page is written to stdout.
import os
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

place = os.environ["ENGINE_PROFILE"]
data = WebKit2.WebsiteDataManager(base_data_directory=place + "/data", base_cache_directory=place + "/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-KE"])


def open_view(_session):
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False, default_width=360, default_height=740)
    window.connect("destroy", Gtk.main_quit)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("engine")
    session.set_application_info(about)
    session.connect("create-web-view", open_view)


context.connect("automation-started", begin)
Gtk.main()
