"""Teaches the upper layers of the encoder to read texts for wrongs. See README.md.

train.py work.jsonl work.pt                  learns from all texts but those held back, and measures on these
train.py work.jsonl next.pt work.pt          goes on from work.pt for two epochs, where texts or rules were added since
train.py work.jsonl final.pt next.pt --all   goes on for one epoch with all texts, once that has been measured
"""
import json
import math
import random
import sys

import torch
from encoder import LAYERS, WIDTH, Encoder, pooled

KEPT_LAYERS, EPOCHS, BATCH, DROPOUT, SCALE = 3, 3, 32, 0.1, 8
losses = torch.nn.functional
torch.manual_seed(7)
random.seed(7)

with open(sys.argv[1], encoding='utf-8') as file:
    known, *lessons = [json.loads(line) for line in file]
rules = known['rules']
number_of = {rule['id']: at for at, rule in enumerate(rules)}
scenarios = sorted({rule['scenario'] for rule in rules})
belongs = torch.tensor([[rule['scenario'] == name for rule in rules] for name in scenarios])
before, with_all = sys.argv[3] if len(sys.argv) > 3 else None, '--all' in sys.argv
held = [one for one in lessons if 'validation' in one]
taught = lessons if with_all else [one for one in lessons if 'validation' not in one]
epochs, pace = (1, 0.4) if with_all else (2, 0.7) if before else (EPOCHS, 1)

encoder = Encoder()
wrong_head = torch.nn.Sequential(
    torch.nn.Linear(WIDTH + len(scenarios), 256), torch.nn.GELU(), torch.nn.Dropout(DROPOUT), torch.nn.Linear(256, 1)
)
rule_head = torch.nn.Linear(WIDTH + len(scenarios), len(rules))


if before:
    state = torch.load(before)
    encoder.load_state_dict(state['encoder'])
    wrong_head.load_state_dict(state['wrong'])
    place = {rule: at for at, rule in enumerate(state['rules'])}
    for at, rule in enumerate(rules):
        if rule['id'] in place:
            rule_head.weight.data[at] = state['rule']['weight'][place[rule['id']]]
            rule_head.bias.data[at] = state['rule']['bias'][place[rule['id']]]


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


def read(part, dropout):
    """What the upper layers make of texts, token by token, and where there is a token."""
    longest = max(len(one['ids']) for one in part)
    x, mask = torch.zeros(len(part), longest, WIDTH), torch.zeros(len(part), longest)
    for at, one in enumerate(part):
        x[at, : len(one['ids'])], mask[at, : len(one['ids'])] = one['lower'].float(), 1
    return encoder.upper(x, mask, KEPT_LAYERS, LAYERS, dropout), mask


def judge(vectors, part):
    """How wrong each text is, and which rule it would break."""
    place = torch.tensor([scenarios.index(one['scenario']) for one in part])
    features = torch.cat([vectors * SCALE, torch.nn.functional.one_hot(place, len(scenarios)).float()], 1)
    return wrong_head(features)[:, 0], rule_head(features).masked_fill(~belongs[place], -1e4)


def sentences_of(part, states):
    """Of texts that say which sentence shows what: each sentence's vector among the others, its text, its rule."""
    sums = torch.cat([torch.zeros(len(part), 1, WIDTH), states.cumsum(1)], 1)
    rows, starts, ends, owners, shown = [], [], [], [], []
    for at, one in enumerate(part):
        for sentence, rule in enumerate(one.get('shows', [])):
            start, end = one['sentences'][sentence : sentence + 2]
            if end > start:
                rows.append(at), starts.append(start), ends.append(end), owners.append(one)
                shown.append(number_of[one['rules'][rule]] if rule >= 0 else -1)
    if not rows:
        return None
    means = (sums[rows, ends] - sums[rows, starts]) / (torch.tensor(ends) - torch.tensor(starts))[:, None]
    return means / means.norm(dim=1, keepdim=True), owners, torch.tensor(shown)


def report():
    """Section by section, as the scorer counts, one rule a text."""
    encoder.eval(), wrong_head.eval()
    verdicts = []
    with torch.no_grad():
        for at in range(0, len(held), 64):
            part = held[at : at + 64]
            wrong, rule = judge(pooled(*read(part, 0.0)), part)
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
rates = [group['lr'] * pace for group in optimizer.param_groups]
steps, step = epochs * math.ceil(len(taught) / BATCH), 0
encoder.train()
for epoch in range(epochs):
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
        states, mask = read(part, DROPOUT)
        wrong, rule = judge(pooled(states, mask), part)
        loss = losses.binary_cross_entropy_with_logits(wrong, is_wrong)
        if is_wrong.any():
            flagged = is_wrong > 0
            shares = wanted[flagged] / wanted[flagged].sum(1, keepdim=True)
            loss = loss - 0.5 * (torch.log_softmax(rule[flagged], 1) * shares).sum(1).mean()
        alone = sentences_of(part, states)
        if alone:
            vectors, owners, shown = alone
            wrong, rule = judge(vectors, owners)
            loss = loss + 0.5 * losses.binary_cross_entropy_with_logits(wrong, (shown >= 0).float())
            if (shown >= 0).any():
                loss = loss + 0.25 * losses.cross_entropy(rule[shown >= 0], shown[shown >= 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
    print(f'epoch {epoch + 1}', flush=True)
    if not with_all:
        report()
state = {
    'encoder': encoder.state_dict(),
    'wrong': wrong_head.state_dict(),
    'rule': rule_head.state_dict(),
    'rules': [rule['id'] for rule in rules],
    'scenarios': scenarios,
}
torch.save(state, sys.argv[2])
