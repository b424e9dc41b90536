"""The smallest browser on WebKitGTK that WebDriver can drive: one window per tab, of a phone's size.

MiniBrowser, which comes with the driver, forgets everything when it is closed while it is automated. This one keeps what
sites store in the folder that WEBKIT_PROFILE names, as a browser on a phone does.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

PROFILE = os.environ["WEBKIT_PROFILE"]
WIDTH, HEIGHT = 360, 800


def settings() -> WebKit2.Settings:
    made = WebKit2.Settings()
    made.set_enable_write_console_messages_to_stdout(True)
    made.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    return made


def open_window(context: WebKit2.WebContext) -> WebKit2.WebView:
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings())
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def started(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    info = WebKit2.ApplicationInfo()
    info.set_name("danceflix-webkit")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: open_window(context))


data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(PROFILE, "data"),
    base_cache_directory=os.path.join(PROFILE, "cache"),
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_preferred_languages(["pt-BR", "pt"])
context.connect("automation-started", started)
context.set_automation_allowed(True)
Gtk.main()
