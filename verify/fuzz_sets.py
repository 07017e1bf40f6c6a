from verify.step import Step
def steps() -> tuple[Step, ...]: return ()
