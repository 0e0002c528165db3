#!/usr/bin/python3
"""Cases whose answers are torch's: a folder each, with the weights as torch saves them and a problem that expects what
torch gives. `attn check CASE/problem.json --atol 1e-6` marks one.

    tests/oracle/make.py FOLDER [SEED]

writes them all. Those of seed 0 are in tests/oracle/cases; tests/oracle/live draws others where torch is installed
(Debian: python3-torch, 1.13 when the cases were made).
"""

import json
import struct
import sys
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

E, HEADS, N = 8, 2, 4


def save(path, tensors):
    """A .safetensors file of float32 tensors, as its format is described at github.com/huggingface/safetensors."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        values = tensor.detach().to(torch.float32).contiguous()
        numbers = values.flatten().tolist()
        begin = len(data)
        data += struct.pack(f"<{len(numbers)}f", *numbers)
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [begin, len(data)]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def rows(tensor):
    """Lists of numbers in as many digits as a float32 needs."""
    if tensor.dim() == 0:
        return float(f"{tensor.item():.9g}")
    return [rows(part) for part in tensor]


class Case:
    def __init__(self, folder, name):
        self.folder = folder / name
        self.problem = {"title": name, "dtype": "float32", "model": "model.safetensors"}

    def write(self, tensors, output, weights, **keys):
        """`output` is n x E, `weights` heads x n x m; `keys` are more of the problem's."""
        self.folder.mkdir(parents=True, exist_ok=True)
        save(self.folder / "model.safetensors", tensors)
        self.problem.update(keys)
        self.problem["expect"] = {
            "heads": [{"weights": rows(head)} for head in weights.detach()],
            "output": rows(output.detach()),
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in self.problem.items()]
        (self.folder / "problem.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def drawn(*shape):
    return torch.randn(*shape)


def weights_of(*shape):
    """As small as models have them: the output is about 1."""
    return drawn(*shape) / 4


def with_drawn_biases(module):
    """Biases are zeros after construction, and would tell nothing."""
    for name, parameter in module.named_parameters():
        if "bias" in name:
            nn.init.normal_(parameter)
    return module.eval()


def forward(attention, query, key=None, value=None, **masks):
    """Output and weights of each head, of one sequence."""
    key = query if key is None else key
    value = key if value is None else value
    return attention(query, key, value, average_attn_weights=False, **masks)


def plain(folder, bias):
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS, bias=bias))
    X = drawn(N, E)
    output, weights = forward(attention, X)
    Case(folder, "mha" if bias else "mha-no-bias").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS)


def blocked(folder):
    """attn_mask and key_padding_mask of booleans: true may not attend."""
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS))
    X = drawn(N, E)
    block = torch.rand(N, N) < 0.4
    block[:, 0] = False
    padding = torch.tensor([False] * (N - 1) + [True])
    output, weights = forward(attention, X, attn_mask=block, key_padding_mask=padding)
    Case(folder, "mha-block").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS, mask={
        "block": block.int().tolist(), "padding": (~padding).int().tolist()})


def kept(folder):
    """The other sense, true may attend, of which attn_mask is the complement."""
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS))
    X = drawn(N, E)
    keep = torch.rand(N, N) < 0.6
    keep[:, 1] = True
    output, weights = forward(attention, X, attn_mask=~keep)
    Case(folder, "mha-keep").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS, mask={
        "keep": keep.int().tolist()})


def added(folder):
    """attn_mask of floats for each head: added to the scores, -inf blocks."""
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS))
    X = drawn(N, E)
    add = drawn(HEADS, N, N)
    add[:, :, 2] = float("-inf")
    output, weights = forward(attention, X, attn_mask=add)
    numbers = [[["-inf" if cell == float("-inf") else cell for cell in row] for row in head] for head in rows(add)]
    Case(folder, "mha-add").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS, mask={"add": numbers})


def other_widths(folder):
    """Keys and values of their own widths, from sources of their own."""
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS, kdim=6, vdim=5))
    X, context, context_V = drawn(N, E), drawn(3, 6), drawn(3, 5)
    output, weights = forward(attention, X, context, context_V)
    Case(folder, "mha-kdim-vdim").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS,
                                        context=rows(context), context_V=rows(context_V))


def extra_row(folder):
    """bias_k and bias_v: a key and a value behind the others that no mask blocks."""
    attention = with_drawn_biases(nn.MultiheadAttention(E, HEADS, add_bias_kv=True))
    X = drawn(N, E)
    causal = torch.triu(torch.ones(N, N, dtype=torch.bool), 1)
    padding = torch.tensor([True] + [False] * (N - 1))
    output, weights = forward(attention, X, attn_mask=causal, key_padding_mask=padding)
    Case(folder, "mha-bias-kv").write(attention.state_dict(), output, weights, X=rows(X), heads=HEADS, mask={
        "causal": True, "padding": (~padding).int().tolist()})


def encoder(folder):
    """A layer of an encoder among others, with all that stands beside attention."""
    layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(E, HEADS, 4), 2)
    with_drawn_biases(layers)
    X = drawn(N, E)
    output, weights = forward(layers.layers[1].self_attn, X)
    Case(folder, "encoder-layer").write(layers.state_dict(), output, weights, X=rows(X), heads=HEADS, layer=1)


def decoder(folder):
    """A decoder layer has two attentions: the second takes keys and values from the encoder."""
    layer = with_drawn_biases(nn.TransformerDecoderLayer(E, HEADS, 4))
    X, memory = drawn(N, E), drawn(3, E)
    output, weights = forward(layer.multihead_attn, X, memory)
    Case(folder, "decoder-cross").write(layer.state_dict(), output, weights, X=rows(X), heads=HEADS,
                                        context=rows(memory), prefix="multihead_attn")


def by_function(X, q, k, v, out, biases, **masks):
    """torch's function with weights that stand apart, out x in."""
    in_bias, out_bias = biases
    output, weights = functional.multi_head_attention_forward(
        X, X, X, E, HEADS, None, in_bias, None, None, False, 0.0, out, out_bias, training=False,
        use_separate_proj_weight=True, q_proj_weight=q, k_proj_weight=k, v_proj_weight=v,
        average_attn_weights=False, **masks)
    return output, weights


def bert(folder):
    """Names and shapes of transformers' BertModel, two layers."""
    tensors = {}
    for layer in range(2):
        at = f"bert.encoder.layer.{layer}.attention."
        for name in ("self.query", "self.key", "self.value", "output.dense"):
            tensors[f"{at}{name}.weight"], tensors[f"{at}{name}.bias"] = weights_of(E, E), weights_of(E)
        tensors[f"{at}output.LayerNorm.weight"] = drawn(E)
        tensors[f"bert.encoder.layer.{layer}.output.dense.weight"] = drawn(E, 2)
    X = drawn(N, E)
    at = "bert.encoder.layer.1.attention."
    q, k, v, out = (tensors[f"{at}{name}"] for name in (
        "self.query.weight", "self.key.weight", "self.value.weight", "output.dense.weight"))
    in_bias = torch.cat([tensors[f"{at}self.{name}.bias"] for name in ("query", "key", "value")])
    padding = torch.tensor([False] * (N - 1) + [True])
    output, weights = by_function(X, q, k, v, out, (in_bias, tensors[f"{at}output.dense.bias"]),
                                  key_padding_mask=padding)
    Case(folder, "bert").write(tensors, output, weights, X=rows(X), heads=HEADS, layer=1, mask={
        "padding": (~padding).int().tolist()})


def gpt2(folder):
    """Names and shapes of transformers' GPT2Model: in x out, columns Q|K|V, a mask called attn.bias."""
    tensors = {}
    for layer in range(2):
        at = f"transformer.h.{layer}.attn."
        tensors[f"{at}bias"] = torch.tril(torch.ones(1, 1, N, N))
        tensors[f"{at}masked_bias"] = torch.tensor(-1e4)
        tensors[f"{at}c_attn.weight"], tensors[f"{at}c_attn.bias"] = weights_of(E, 3 * E), weights_of(3 * E)
        tensors[f"{at}c_proj.weight"], tensors[f"{at}c_proj.bias"] = weights_of(E, E), weights_of(E)
    X = drawn(N, E)
    at = "transformer.h.0.attn."
    q, k, v = (part.T for part in tensors[f"{at}c_attn.weight"].split(E, dim=1))
    causal = torch.triu(torch.ones(N, N, dtype=torch.bool), 1)
    output, weights = by_function(X, q, k, v, tensors[f"{at}c_proj.weight"].T,
                                  (tensors[f"{at}c_attn.bias"], tensors[f"{at}c_proj.bias"]), attn_mask=causal)
    Case(folder, "gpt2").write(tensors, output, weights, X=rows(X), heads=HEADS, layer=0, mask="causal")


def main():
    folder = Path(sys.argv[1])
    torch.manual_seed(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    plain(folder, bias=True)
    plain(folder, bias=False)
    for make in (blocked, kept, added, other_widths, extra_row, encoder, decoder, bert, gpt2):
        make(folder)


if __name__ == "__main__":
    main()
