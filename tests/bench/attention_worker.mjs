// ONNX Runtime's part in tests/bench/peers: for each line "n threads" on standard input, one line with the CPU seconds
// and the real seconds that com.microsoft.MultiHeadAttention took for 12 heads of 64, in float32.
// Usage: node attention_worker.mjs MODEL; onnxruntime-node is found from NODE_PATH's first folder.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(process.env.NODE_PATH + '/');
const ort = require('onnxruntime-node');
const sessions = new Map();
const width = 768;
let size = 0;
let feeds = {};

function random_tensor(n) {
  const numbers = new Float32Array(n * width);
  for (let i = 0; i < numbers.length; ++i) numbers[i] = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return new ort.Tensor('float32', numbers, [1, n, width]);
}

async function session_of(threads) {
  if (!sessions.has(threads))
    sessions.set(threads, await ort.InferenceSession.create(process.argv[2], { intraOpNumThreads: threads, interOpNumThreads: 1 }));
  return sessions.get(threads);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [n, threads] = line.split(' ').map(Number);
  const session = await session_of(threads);
  if (n !== size) feeds = { query: random_tensor(n), key: random_tensor(n), value: random_tensor(n) };
  size = n;
  const cpu = process.cpuUsage(), real = process.hrtime.bigint();
  await session.run(feeds);
  const used = process.cpuUsage(cpu), passed = process.hrtime.bigint() - real;
  console.log(`${(used.user + used.system) / 1e6} ${Number(passed) / 1e9}`);
}
