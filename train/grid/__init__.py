"""Grids of trainings: the scaling curve, five seeds, learning rates, language adaptation (`python -m train.grid`).

A plan (`plans/*.yaml`) names the axes; every cell is trained and scored once, and a killed grid goes on where it was.
"""
