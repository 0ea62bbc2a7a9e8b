"""Teaches the upper layers of the encoder to read texts for wrongs. See README.md."""
import json
import math
import random
import sys

import torch
from encoder import LAYERS, WIDTH, Encoder, pooled

KEPT_LAYERS, EPOCHS, BATCH, DROPOUT, SCALE = 4, 4, 32, 0.1, 8
torch.manual_seed(7)
random.seed(7)

with open(sys.argv[1], encoding='utf-8') as file:
    known, *lessons = [json.loads(line) for line in file]
rules = known['rules']
number_of = {rule['id']: at for at, rule in enumerate(rules)}
scenarios = sorted({rule['scenario'] for rule in rules})
belongs = torch.tensor([[rule['scenario'] == name for rule in rules] for name in scenarios])
held = [one for one in lessons if 'validation' in one]
taught = [one for one in lessons if 'validation' not in one]

encoder = Encoder()
wrong_head = torch.nn.Sequential(
    torch.nn.Linear(WIDTH + len(scenarios), 256), torch.nn.GELU(), torch.nn.Dropout(DROPOUT), torch.nn.Linear(256, 1)
)
rule_head = torch.nn.Linear(WIDTH + len(scenarios), len(rules))


def run_lower(these):
    """What the kept layers make of each text, run once."""
    by_length = sorted(these, key=lambda one: len(one['ids']))
    for at in range(0, len(by_length), 64):
        part = by_length[at : at + 64]
        longest = max(len(one['ids']) for one in part)
        ids = torch.tensor([one['ids'] + [0] * (longest - len(one['ids'])) for one in part])
        mask = torch.tensor([[1.0] * len(one['ids']) + [0.0] * (longest - len(one['ids'])) for one in part])
        with torch.no_grad():
            for one, x in zip(part, encoder.lower(ids, mask, KEPT_LAYERS)):
                one['lower'] = x[: len(one['ids'])].half()


def judge(part, dropout):
    longest = max(len(one['ids']) for one in part)
    x, mask = torch.zeros(len(part), longest, WIDTH), torch.zeros(len(part), longest)
    for at, one in enumerate(part):
        x[at, : len(one['ids'])], mask[at, : len(one['ids'])] = one['lower'].float(), 1
    place = torch.tensor([scenarios.index(one['scenario']) for one in part])
    vector = pooled(encoder.upper(x, mask, KEPT_LAYERS, LAYERS, dropout), mask) * SCALE
    features = torch.cat([vector, torch.nn.functional.one_hot(place, len(scenarios)).float()], 1)
    return wrong_head(features)[:, 0], rule_head(features).masked_fill(~belongs[place], -1e4)


def report():
    """Section by section, as the scorer counts, one rule a text."""
    encoder.eval(), wrong_head.eval()
    verdicts = []
    with torch.no_grad():
        for at in range(0, len(held), 64):
            wrong, rule = judge(held[at : at + 64], 0.0)
            verdicts += zip(torch.sigmoid(wrong).tolist(), rule.argmax(1).tolist())
    right = sum((wrong > 0.5) == bool(one['validation']) for (wrong, _), one in zip(verdicts, held))
    print(f'  wrong or not: {right / len(held):.3f} right')
    for threshold in (0.3, 0.5, 0.7, 0.9):
        met = said = alarms = 0
        for (wrong, rule), one in zip(verdicts, held):
            if wrong < threshold:
                continue
            said += 1
            met += any(set(rules[rule]['documents']) & set(documents) for documents in one['validation'])
            alarms += not one['validation']
        wanted = sum(len(one['validation']) for one in held)
        clean = sum(not one['validation'] for one in held)
        precision, recall = met / max(1, said), met / wanted
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f'  from {threshold}: precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f} clean alarms {alarms / clean:.3f}', flush=True)
    encoder.train(), wrong_head.train()


encoder.eval()
run_lower(lessons)
print(f'{len(taught)} lessons, {len(held)} held back', flush=True)
groups = [
    {'params': list(encoder.layers[number].parameters()), 'lr': 1e-4 * 0.8 ** (LAYERS - 1 - number)}
    for number in range(KEPT_LAYERS, LAYERS)
] + [{'params': [*wrong_head.parameters(), *rule_head.parameters()], 'lr': 2e-3}]
optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
rates = [group['lr'] for group in optimizer.param_groups]
steps, step = EPOCHS * math.ceil(len(taught) / BATCH), 0
encoder.train()
for epoch in range(EPOCHS):
    random.shuffle(taught)
    # Texts of like length together, so that little of a batch is padding.
    runs = [sorted(taught[at : at + BATCH * 16], key=lambda one: len(one['ids'])) for at in range(0, len(taught), BATCH * 16)]
    batches = [run[at : at + BATCH] for run in runs for at in range(0, len(run), BATCH)]
    random.shuffle(batches)
    for part in batches:
        for group, rate in zip(optimizer.param_groups, rates):
            group['lr'] = rate * min(1, step / 50) * max(0.02, 1 - step / steps)
        wanted = torch.zeros(len(part), len(rules))
        for at, one in enumerate(part):
            wanted[at, [number_of[rule] for rule in one['rules']]] = 1
        is_wrong = (wanted.sum(1) > 0).float()
        wrong, rule = judge(part, DROPOUT)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(wrong, is_wrong)
        if is_wrong.any():
            flagged = is_wrong > 0
            shares = wanted[flagged] / wanted[flagged].sum(1, keepdim=True)
            loss = loss - 0.5 * (torch.log_softmax(rule[flagged], 1) * shares).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
    print(f'epoch {epoch + 1}', flush=True)
    report()
state = {'encoder': encoder.state_dict(), 'wrong': wrong_head.state_dict(), 'rule': rule_head.state_dict(), 'scenarios': scenarios}
torch.save(state, sys.argv[2])
