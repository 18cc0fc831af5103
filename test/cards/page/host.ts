/**
 * The host's page of the tests: the official bridge of MCP Apps, with the view in a sandboxed frame of another origin. The
 * page can't call tools itself; it uses functions that the test puts into its window.
 */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

type Json = Record<string, unknown>;

interface Opening {
  readonly src: string;
  readonly context: Json;
  readonly input: Json;
  readonly result: Json | undefined;
  readonly isHidden: boolean;
  readonly takesNoMessages: boolean;
}

interface TestWindow {
  callTool(params: Json): Promise<Json>;
  report(kind: string, value: unknown): void;
  openCard(opening: Opening): Promise<void>;
  changeContext(context: Json): void;
  repeatResult(): Promise<void>;
  teardown(): Promise<unknown>;
}
const test = window as unknown as TestWindow;

const HOST = { name: 'test-host', version: '1.0.0' };
const ABLE = { serverTools: {}, updateModelContext: { text: {} }, openLinks: {}, message: { text: {} } };

test.openCard = async ({ src, context, input, result, isHidden, takesNoMessages }) => {
  document.querySelector('iframe')?.remove();
  const frame = document.createElement('iframe');
  frame.title = 'Card';
  // No allow-same-origin: the view has an origin of its own that nothing else has.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  if (isHidden) frame.style.visibility = 'hidden';
  document.body.append(frame);
  const view = frame.contentWindow;
  if (view === null) throw new Error('the frame has no window');
  const bridge = new AppBridge(null, HOST, ABLE, { hostContext: context });
  bridge.oncalltool = async (params) => (await test.callTool(params as unknown as Json)) as { content: [] };
  bridge.onupdatemodelcontext = async (params) => {
    test.report('context', params);
    return {};
  };
  if (!takesNoMessages) {
    bridge.onmessage = async (params) => {
      test.report('message', params);
      return {};
    };
  }
  bridge.onrequestdisplaymode = async ({ mode }) => {
    bridge.setHostContext({ ...context, displayMode: mode });
    return { mode };
  };
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined && context.displayMode !== 'fullscreen') frame.style.height = `${height}px`;
    test.report('size', height);
  });
  bridge.addEventListener('initialized', () => {
    frame.style.visibility = 'visible';
    test.report('initialized', true);
    void bridge.sendToolInput({ arguments: input });
    if (result !== undefined) void bridge.sendToolResult(result as { content: [] });
  });
  test.changeContext = (changed) => bridge.setHostContext({ ...context, ...changed });
  test.repeatResult = () => bridge.sendToolResult(result as { content: [] });
  test.teardown = () => bridge.teardownResource({});
  await bridge.connect(new PostMessageTransport(view, view));
  frame.src = src;
};
test.report('ready', true);
