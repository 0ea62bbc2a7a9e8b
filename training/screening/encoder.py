import onnx, numpy as np, torch, math
from onnx import numpy_helper
def load(path):
    g=onnx.load(path).graph
    return {i.name:numpy_helper.to_array(i) for i in g.initializer}
class Layer(torch.nn.Module):
    def __init__(s,W,l):
        super().__init__()
        def lin(n):
            w=torch.tensor(W[f'L{l}.{n}.W'].astype(np.float32)*W[f'L{l}.{n}.s'][None,:]); b=torch.tensor(W[f'L{l}.{n}.bias'].copy())
            m=torch.nn.Linear(w.shape[0],w.shape[1]); m.weight=torch.nn.Parameter(w.t().contiguous()); m.bias=torch.nn.Parameter(b); return m
        def ln(n):
            m=torch.nn.LayerNorm(384,eps=1e-12); m.weight=torch.nn.Parameter(torch.tensor(W[n+'.w'].copy())); m.bias=torch.nn.Parameter(torch.tensor(W[n+'.b'].copy())); return m
        s.qkv,s.o,s.f1,s.f2=lin('qkv'),lin('o'),lin('f1'),lin('f2')
        s.n1=ln(f'encoder.layer.{l}.attention.output.LayerNorm'); s.n2=ln(f'encoder.layer.{l}.output.LayerNorm')
    def forward(s,x,mask,scale,p=0.0):
        B,T,_=x.shape
        q,k,v=s.qkv(x).view(B,T,3,12,32).permute(2,0,3,1,4)
        a=(q@k.transpose(-1,-2))*scale+mask
        a=torch.softmax(a,-1)
        y=(a@v).transpose(1,2).reshape(B,T,384)
        d=torch.nn.functional.dropout
        x=s.n1(x+d(s.o(y),p,s.training))
        return s.n2(x+d(s.f2(torch.nn.functional.gelu(s.f1(x))),p,s.training))
class Bert(torch.nn.Module):
    def __init__(s,path):
        super().__init__()
        W=load(path)
        s.word=torch.nn.Parameter(torch.tensor(W['word_q'].astype(np.float32)*W['word_s']),requires_grad=False)
        s.pos=torch.nn.Parameter(torch.tensor(W['pos'].copy()),requires_grad=False)
        s.n0=torch.nn.LayerNorm(384,eps=1e-12); s.n0.weight.data=torch.tensor(W['embeddings.LayerNorm.w'].copy()); s.n0.bias.data=torch.tensor(W['embeddings.LayerNorm.b'].copy())
        s.layers=torch.nn.ModuleList([Layer(W,l) for l in range(6)])
    def forward(s,ids,mask,p=0.0,upto=6,start=0,x=None):
        m=((mask-1)*1e9)[:,None,None,:]
        if x is None: x=s.n0(s.word[ids]+s.pos[:ids.shape[1]])
        for l in range(start,upto): x=s.layers[l](x,m,s.scale,p)
        return x
    scale=1.0
def batch(list_ids):
    T=max(map(len,list_ids)); ids=torch.zeros(len(list_ids),T,dtype=torch.long); mask=torch.zeros(len(list_ids),T)
    for i,x in enumerate(list_ids): ids[i,:len(x)]=torch.tensor(x); mask[i,:len(x)]=1
    return ids,mask
def pool(x,mask): return (x*mask[...,None]).sum(1)/mask.sum(1,keepdim=True)
