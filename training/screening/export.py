"""Writes what was learned in the form the service reads. See README.md."""
import hashlib
import json
import os
import sys

import numpy as np
import onnx
import torch
from encoder import LAYERS, PATH, WIDTH
from onnx import numpy_helper

lessons, learned, folder = sys.argv[1:4]
state = torch.load(learned)
model = onnx.load(PATH)
place = {one.name: at for at, one in enumerate(model.graph.initializer)}


def put(name, array):
    model.graph.initializer[place[name]].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array), name))


for number in range(LAYERS):
    of = lambda name: state['encoder'][f'layers.{number}.{name}'].numpy()
    for name in ('qkv', 'o', 'f1', 'f2'):
        weight = of(name + '.weight').T
        scale = np.maximum(np.abs(weight).max(0) / 127, 1e-12)
        put(f'L{number}.{name}.W', np.clip(np.round(weight / scale), -127, 127).astype(np.int8))
        put(f'L{number}.{name}.s', scale.astype(np.float32))
        put(f'L{number}.{name}.bias', of(name + '.bias'))
    for short, long in (('n1', 'attention.output'), ('n2', 'output')):
        put(f'encoder.layer.{number}.{long}.LayerNorm.w', of(short + '.weight'))
        put(f'encoder.layer.{number}.{long}.LayerNorm.b', of(short + '.bias'))
# The tokens' own vectors go out as well: the service takes the means of sentences itself.
states = next(node.input[0] for node in model.graph.node if node.op_type == 'Mul' and 'Unsqueeze' in node.input[1] and 'LayerNormalization' in node.input[0])
for node in model.graph.node:
    node.input[:] = ['token_states' if name == states else name for name in node.input]
    node.output[:] = ['token_states' if name == states else name for name in node.output]
model.graph.output.append(onnx.helper.make_tensor_value_info('token_states', onnx.TensorProto.FLOAT, ['batch', 'tokens', WIDTH]))
os.makedirs(folder, exist_ok=True)
onnx.save(model, f'{folder}/model.onnx')

heads = b''
for part, name in (('wrong', '0.'), ('wrong', '3.'), ('rule', '')):
    for kind in ('weight', 'bias'):
        heads += state[part][name + kind].numpy().astype('<f4').tobytes()
with open(f'{folder}/heads.bin', 'wb') as file:
    file.write(heads)

with open(lessons, encoding='utf-8') as file:
    rules = json.loads(file.readline())['rules']
description = f'{folder}/heads.json'
thresholds = {'keep': 0.3, 'support': 0.05, 'wrong': 0.85, 'share': 0.15, 'secondShare': 0.3}
if os.path.exists(description):
    with open(description, encoding='utf-8') as file:
        thresholds = json.load(file)['thresholds']
with open(f'{folder}/model.onnx', 'rb') as file:
    version = hashlib.sha256(file.read() + heads).hexdigest()[:12]
inputs = WIDTH + len(state['scenarios'])
with open(description, 'w', encoding='utf-8') as file:
    json.dump(
        {
            'version': version,
            'rules': [rule['id'] for rule in rules],
            'scenarios': state['scenarios'],
            'ruleScenarios': [state['scenarios'].index(rule['scenario']) for rule in rules],
            'thresholds': thresholds,
            'layers': {
                'wrongHidden': {'inputs': inputs, 'outputs': 256},
                'wrongOut': {'inputs': 256, 'outputs': 1},
                'rule': {'inputs': inputs, 'outputs': len(rules)},
            },
        },
        file,
        indent=1,
    )
    file.write('\n')
print(f'{folder}: version {version}')
