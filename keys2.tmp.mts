import fs from 'node:fs';
import { BenchServer } from './tests/bench/server.ts';
import { withFreshBrowser } from './tests/bench/browser.ts';
import { visit } from './tests/bench/measures/first-visit.ts';
const folder = process.argv[2]; const out = process.argv[3]; const traced = process.argv[4]==='trace';
const WORDS=['maria s','joão p','sil','camila','oliv','ana','tônia','márcio','ribe','luc','beatriz c','sousa'];
const keysOf=(w:string)=>[...w,...Array.from(w,()=>'Backspace')];
const server = await BenchServer.start(folder);
await server.seed(10000);
try { await withFreshBrowser(1, async (browser)=>{
 const {page,cdp}=browser;
 await page.addInitScript(()=>{ const q:any[]=(window as any).q=[]; const ch=new MessageChannel(); ch.port1.onmessage=(e)=>{const r=q[e.data]; r.end=performance.now();}; addEventListener('keydown',(e)=>{ q.push({at:e.timeStamp,start:performance.now()}); ch.port2.postMessage(q.length-1); },{capture:true}); addEventListener('input',()=>{ const r=q.at(-1); if(r) r.input=performance.now(); },{capture:true}); });
 await visit(browser, server.url, 10000);
 await page.goto(server.url+'/search'); await page.getByLabel('Nome do Professor').waitFor(); await page.waitForTimeout(5000);
 await page.getByLabel('Nome do Professor').focus();
 await cdp.send('Emulation.setCPUThrottlingRate',{rate:4});
 const press=async(key:string)=>{ if(key==='Backspace'||key.charCodeAt(0)<128) return page.keyboard.press(key); await cdp.send('Input.dispatchKeyEvent',{type:'keyDown',key,text:key,unmodifiedText:key}); await cdp.send('Input.dispatchKeyEvent',{type:'keyUp',key}); };
 const chunks:any[]=[];
 if(traced){ cdp.on('Tracing.dataCollected',(e:any)=>chunks.push(...e.value)); await cdp.send('Tracing.start',{transferMode:'ReportEvents',traceConfig:{includedCategories:['devtools.timeline','disabled-by-default-devtools.timeline','disabled-by-default-v8.cpu_profiler','blink.user_timing','toplevel','latencyInfo','input']}} as any);}
 const rows:any[]=[];
 for(const w of WORDS){ await page.evaluate(()=>{window.bench.keys.length=0;window.bench.look();}); const info:any[]=[];
  for(const k of keysOf(w)){ const before=await page.evaluate(()=>[window.bench.inSight(),document.querySelectorAll('article').length, document.querySelector('main [role=status]')?.textContent]); await press(k); await page.waitForTimeout(120); info.push(before);}
  await page.waitForTimeout(900);
  const after=await page.evaluate(()=>[window.bench.inSight(),document.querySelectorAll('article').length, document.querySelector('main [role=status]')?.textContent]);
  const seen=await page.evaluate(()=>window.bench.keys); const q=await page.evaluate(()=>(window as any).q.splice(0)); let typed='';
  seen.forEach((s:any,i:number)=>{ const k=keysOf(w)[i]; typed=k==='Backspace'?typed.slice(0,-1):typed+k; const next=info[i+1]??after; if(s.painted!==null && next[0]!==info[i][0]) rows.push({typed,k,ms:s.painted-s.pressed,from:info[i][2],to:next[2],at:s.pressed, q:q[i]}); });
 }
 if(traced){ const done=new Promise(r=>cdp.once('Tracing.tracingComplete',r)); await cdp.send('Tracing.end'); await done; fs.writeFileSync(out+'.trace.json',JSON.stringify({traceEvents:chunks})); }
 fs.writeFileSync(out,JSON.stringify(rows));
 const v=rows.map(r=>r.ms).sort((a,b)=>a-b); console.log('n',v.length,'p50',v[v.length>>1].toFixed(0),'p90',v[Math.floor(v.length*.9)].toFixed(0),'p95',v[Math.floor(v.length*.95)].toFixed(0),'max',v.at(-1).toFixed(0));
 const parts=(rs:any[])=>['queue '+(rs.reduce((a,r)=>a+r.q.start-r.q.at,0)/rs.length).toFixed(1),'insert '+(rs.reduce((a,r)=>a+r.q.input-r.q.start,0)/rs.length).toFixed(1),'script '+(rs.reduce((a,r)=>a+r.q.end-r.q.input,0)/rs.length).toFixed(1),'frame '+(rs.reduce((a,r)=>a+r.at+r.ms-r.q.end,0)/rs.length).toFixed(1)].join('  ');
 const sorted=rows.slice().sort((a,b)=>a.ms-b.ms); console.log('all  ',parts(rows)); console.log('mid  ',parts(sorted.slice(rows.length*.4,rows.length*.6))); console.log('top10',parts(sorted.slice(Math.floor(rows.length*.9))));
 for(const r of rows.slice().sort((a,b)=>b.ms-a.ms).slice(0,22)) console.log(r.ms.toFixed(0).padStart(4),JSON.stringify(r.typed).padEnd(12),r.k,'|',r.from,'→',r.to,'|',[r.q.start-r.q.at,r.q.input-r.q.start,r.q.end-r.q.input,r.at+r.ms-r.q.end].map((x:number)=>x.toFixed(0)).join(' '));
}); } finally { await server.kill(); }
