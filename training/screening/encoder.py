"""The encoder of models/regulation-embed as a torch module, so that its layers can be taught."""
import numpy as np
import onnx
import torch
from onnx import numpy_helper

HEADS, WIDTH, LAYERS = 12, 384, 6
PATH = 'models/regulation-embed/model.onnx'


def norm(weights, name):
    module = torch.nn.LayerNorm(WIDTH, eps=1e-12)
    module.weight.data = torch.tensor(weights[name + '.w'].copy())
    module.bias.data = torch.tensor(weights[name + '.b'].copy())
    return module


def linear(weights, name):
    full = torch.tensor(weights[name + '.W'].astype(np.float32) * weights[name + '.s'][None, :])
    module = torch.nn.Linear(*full.shape)
    module.weight.data, module.bias.data = full.t().contiguous(), torch.tensor(weights[name + '.bias'].copy())
    return module


class Layer(torch.nn.Module):
    def __init__(self, weights, number):
        super().__init__()
        for name in ('qkv', 'o', 'f1', 'f2'):
            setattr(self, name, linear(weights, f'L{number}.{name}'))
        self.n1 = norm(weights, f'encoder.layer.{number}.attention.output.LayerNorm')
        self.n2 = norm(weights, f'encoder.layer.{number}.output.LayerNorm')

    def forward(self, x, mask, dropout):
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        # The scale of attention is folded into the weights of q.
        mixed = torch.softmax(q @ k.transpose(-1, -2) + mask, -1) @ v
        drop = torch.nn.functional.dropout
        x = self.n1(x + drop(self.o(mixed.transpose(1, 2).reshape(batch, length, WIDTH)), dropout, self.training))
        return self.n2(x + drop(self.f2(torch.nn.functional.gelu(self.f1(x))), dropout, self.training))


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        weights = {one.name: numpy_helper.to_array(one) for one in onnx.load(PATH).graph.initializer}
        self.words = torch.tensor(weights['word_q'].astype(np.float32) * weights['word_s'])
        self.places = torch.tensor(weights['pos'].copy())
        self.n0 = norm(weights, 'embeddings.LayerNorm')
        self.layers = torch.nn.ModuleList([Layer(weights, number) for number in range(LAYERS)])

    def lower(self, ids, mask, layers):
        return self.upper(self.n0(self.words[ids] + self.places[: ids.shape[1]]), mask, 0, layers, 0.0)

    def upper(self, x, mask, first, after, dropout):
        hidden = ((mask - 1) * 1e9)[:, None, None, :]
        for number in range(first, after):
            x = self.layers[number](x, hidden, dropout)
        return x


def pooled(x, mask):
    mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return mean / mean.norm(dim=1, keepdim=True)
