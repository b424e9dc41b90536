/**
 * Drives WebKitGTK through Debian's WebKitWebDriver, drawn by Xvfb. Two things differ from the
 * other engines: MiniBrowser forgets everything when it is closed while automated, so
 * webkit-browser.py replaces it; a screenshot requested from the driver never arrives, so the
 * virtual screen is read instead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { ownedFolder } from '../support/owned-folder';
import type { Engine, InPage, Sought, Tab } from './engine';
import { firstFound, isSeekHere, plain, seekScript, textsFound } from './seek';
import { pngOfScreen } from './xwd';

const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url));
const SIZE = { width: 360, height: 800 };
/**
 * Milliseconds: WebKit stores with a delay, and a phone's browser is not closed within the second
 * either.
 */
const SETTLES_AFTER = 1_500;
/** Keys by their WebDriver codes (W3C WebDriver, 17.4.2). */
const [CONTROL, BACKSPACE] = ['\uE009', '\uE003'];
/**
 * Debian's build of WebKit cannot install web apps, and warns about every policy with a manifest
 * directive.
 */
const OF_THIS_BUILD = /Unrecognized Content-Security-Policy directive 'manifest-src'/;

export class WebKit implements Engine {
  version = '';
  readonly errors: string[] = [];
  tabs: Tab[] = [];
  private driver: WebDriver | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly processes: ChildProcess[],
  ) {}

  static async unbox(driverPath: string): Promise<WebKit> {
    const folder = await ownedFolder('webkit');
    // The driver starts a program with its own arguments: the interpreter must be part of the
    // program.
    const start = join(folder, 'browser');
    await writeFile(start, `#!/bin/sh\nexec /usr/bin/python3 '${BROWSER}'\n`);
    await chmod(start, 0o755);
    const screen = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', `${SIZE.width}x${SIZE.height}x24`, '-nocursor', '-fbdir', folder],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
    const port = await freePort();
    const driver = spawn(driverPath, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${display.toString().trim()}`,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_PROFILE: join(folder, 'profile'),
        // Root in a container cannot build WebKit's sandbox.
        ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const phone = new WebKit(folder, port, [driver, screen]);
    for (const stream of [driver.stdout, driver.stderr]) {
      createInterface({ input: stream }).on('line', (line) => phone.hear(line));
    }
    return phone;
  }

  async open(): Promise<Tab> {
    const wanted = new Capabilities()
      .set('browserName', 'danceflix-webkit')
      .set('webkitgtk:browserOptions', { binary: join(this.folder, 'browser'), args: [] });
    const driver = await this.session(wanted);
    this.driver = driver;
    await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 });
    const capabilities = await driver.getCapabilities();
    this.version = `WebKitGTK ${capabilities.get('browserVersion')}`;
    return this.tab(driver);
  }

  async newTab(): Promise<Tab> {
    if (!this.driver) throw new Error('The browser is closed');
    await this.driver.switchTo().newWindow('tab');
    return this.tab(this.driver);
  }

  private async tab(driver: WebDriver): Promise<Tab> {
    const tab = new WebKitTab(driver, await driver.getWindowHandle(), this.folder, () => {
      this.tabs = this.tabs.filter((one) => one !== tab);
    });
    this.tabs.push(tab);
    return tab;
  }

  async close(): Promise<void> {
    if (!this.driver) return;
    await pause(SETTLES_AFTER);
    await this.driver.quit();
    this.driver = undefined;
    this.tabs = [];
  }

  async discard(): Promise<void> {
    await this.close();
    for (const child of this.processes) {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The driver needs time to listen, and to release the previous browser. */
  private async session(wanted: Capabilities): Promise<WebDriver> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await new Builder()
          .disableEnvironmentOverrides()
          .usingServer(`http://127.0.0.1:${this.port}`)
          .withCapabilities(wanted)
          .build();
      } catch (error) {
        if (tries === 20) throw error;
        await pause(250);
      }
    }
  }

  /** The browser prints the console messages of pages. */
  private hear(line: string): void {
    if (/^CONSOLE( \w+)? ERROR/.test(line) && !OF_THIS_BUILD.test(line)) this.errors.push(line);
  }
}

class WebKitTab implements Tab {
  constructor(
    private readonly driver: WebDriver,
    private readonly handle: string,
    private readonly folder: string,
    private readonly gone: () => void,
  ) {}

  async goto(url: string): Promise<void> {
    await this.front();
    await this.driver.get(url);
  }

  async reload(): Promise<void> {
    await this.front();
    await this.driver.navigate().refresh();
  }

  async back(): Promise<void> {
    await this.front();
    await this.driver.navigate().back();
  }

  async run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args): Promise<Result> {
    await this.front();
    const { value, error } = await this.driver.executeAsyncScript<{ value: Result; error?: string }>(
      `const done = arguments[arguments.length - 1];
       Promise.resolve((${work})(...Array.from(arguments).slice(0, -1)))
         .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      ...args,
    );
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async click(sought: Sought): Promise<boolean> {
    const element = await this.find(sought);
    await element?.click();
    return element !== null;
  }

  async fill(sought: Sought, text: string): Promise<boolean> {
    const element = await this.find(sought);
    if (!element) return false;
    // Clears by keys: the driver's own command fires change, but no input event.
    await element.sendKeys(`${CONTROL}a`);
    // Sent as a separate command: this driver keeps a key like Control pressed to the end of a
    // command, whatever releases it in between.
    await element.sendKeys(`${BACKSPACE}${text}`);
    return true;
  }

  async texts(sought: Sought): Promise<string[]> {
    await this.bring();
    return this.run(textsFound, plain(sought));
  }

  async shoot(path: string): Promise<void> {
    await this.front();
    await writeFile(path, await pngOfScreen(await readFile(join(this.folder, 'Xvfb_screen0'))));
  }

  async close(): Promise<void> {
    await this.front();
    await this.driver.close();
    this.gone();
  }

  private async front(): Promise<void> {
    await this.driver.switchTo().window(this.handle);
  }

  private async find(sought: Sought): Promise<WebElement | null> {
    await this.bring();
    return this.driver.executeScript<WebElement | null>(
      `return (${firstFound})(arguments[0]);`,
      plain(sought),
    );
  }

  private async bring(): Promise<void> {
    if (await this.run(isSeekHere)) return;
    await this.driver.executeScript(await seekScript());
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
