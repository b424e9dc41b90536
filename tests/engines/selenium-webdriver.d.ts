/** Types for the part of selenium-webdriver that webkit.ts uses; the package has none. */
declare module 'selenium-webdriver' {
  export interface WebElement {
    click(): Promise<void>;
    sendKeys(text: string): Promise<void>;
  }
  export interface WebDriver {
    getCapabilities(): Promise<{ get(name: string): unknown }>;
    get(url: string): Promise<void>;
    navigate(): { refresh(): Promise<void>; back(): Promise<void> };
    executeScript<T>(script: string, ...args: unknown[]): Promise<T>;
    executeAsyncScript<T>(script: string, ...args: unknown[]): Promise<T>;
    manage(): { setTimeouts(timeouts: { script: number; pageLoad: number }): Promise<void> };
    getWindowHandle(): Promise<string>;
    switchTo(): { window(handle: string): Promise<void>; newWindow(kind: 'tab' | 'window'): Promise<void> };
    close(): Promise<void>;
    quit(): Promise<void>;
  }
  export class Capabilities {
    set(name: string, value: unknown): this;
  }
  export class Builder {
    disableEnvironmentOverrides(): this;
    usingServer(url: string): this;
    withCapabilities(capabilities: Capabilities): this;
    build(): Promise<WebDriver>;
  }
}
