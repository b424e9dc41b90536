/** Drives Firefox over WebDriver BiDi by puppeteer-core. */
import { rm } from 'node:fs/promises';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { ownedFolder } from '../support/owned-folder';
import type { Engine, InPage, Sought, Tab } from './engine';
import { firstFound, isSeekHere, plain, seekScript, textsFound } from './seek';

export class Firefox implements Engine {
  version = '';
  readonly errors: string[] = [];
  tabs: Tab[] = [];
  private browser: Browser | undefined;

  private constructor(
    private readonly path: string,
    private readonly profile: string,
  ) {}

  static async unbox(path: string): Promise<Firefox> {
    return new Firefox(path, await ownedFolder('firefox'));
  }

  async open(): Promise<Tab> {
    this.browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: this.path,
      userDataDir: this.profile,
      headless: true,
      extraPrefsFirefox: {
        'dom.serviceWorkers.enabled': true,
        // Scroll bars of phones take no room.
        'ui.useOverlayScrollbars': 1,
        'widget.gtk.overlay-scrollbars.enabled': true,
        'intl.accept_languages': 'pt-BR,pt',
      },
    });
    this.version = await this.browser.version();
    return this.newTab();
  }

  async newTab(): Promise<Tab> {
    if (!this.browser) throw new Error('The browser is closed');
    const page = await this.browser.newPage();
    await page.setViewport({ width: 360, height: 800 });
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} (${page.url()})`);
    });
    page.on('pageerror', (error) => this.errors.push(`${error} (${page.url()})`));
    const tab = new FirefoxTab(page);
    this.tabs.push(tab);
    page.on('close', () => {
      this.tabs = this.tabs.filter((one) => one !== tab);
    });
    return tab;
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.browser = undefined;
    this.tabs = [];
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

class FirefoxTab implements Tab {
  constructor(private readonly page: Page) {}

  async goto(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'load' });
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'load' });
  }

  async back(): Promise<void> {
    await this.page.evaluate(() => history.back());
  }

  async run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args): Promise<Result> {
    return (await this.page.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Result;
  }

  async click(sought: Sought): Promise<boolean> {
    const element = await this.find(sought);
    await element?.click();
    return element !== null;
  }

  async fill(sought: Sought, text: string): Promise<boolean> {
    const element = await this.find(sought);
    if (!element) return false;
    await element.click({ count: 3 });
    await this.page.keyboard.press('Backspace');
    await element.type(text);
    return true;
  }

  async texts(sought: Sought): Promise<string[]> {
    await this.bring();
    return this.page.evaluate(textsFound, plain(sought));
  }

  async shoot(path: string): Promise<void> {
    await this.page.screenshot({ path: path as `${string}.png` });
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  private async find(sought: Sought): Promise<ElementHandle<Element> | null> {
    await this.bring();
    const found = await this.page.evaluateHandle(firstFound, plain(sought));
    return found.asElement() as ElementHandle<Element> | null;
  }

  private async bring(): Promise<void> {
    if (!(await this.page.evaluate(isSeekHere))) await this.page.evaluate(await seekScript());
  }
}
