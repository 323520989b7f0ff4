// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev What counts towards the month, and for how long.
contract SpendTest is AgentTest {
    uint256 private constant DAY_START = (START / 1 days) * 1 days;

    function setUp() public override {
        super.setUp();
        IAgentTreasury.Policy memory wide = standard();
        (wide.approvalThresholdCents, wide.vendorDailyCents) = (MONTH_CAP, MONTH_CAP);
        setPolicy(wide);
    }

    /// @dev A fixed window would let the cap out twice: at its end, and at the next one's beginning.
    function test_counts_for_at_least_thirty_days() public {
        vm.warp(DAY_START + 1 days - 1);
        uint256 spentAt = block.timestamp;
        propose(ID, order_(MONTH_CAP));
        vm.warp(spentAt + 1);
        _holds(IAgentTreasury.Hold.Month);
        vm.warp(spentAt + 30 days);
        _holds(IAgentTreasury.Hold.Month);
        vm.warp(spentAt + 30 days + 1);
        vm.assertEq(purse.spentCents(), 0, "over");
        _holds(IAgentTreasury.Hold.None);
    }

    function test_counts_for_less_than_thirty_one_days() public {
        vm.warp(DAY_START);
        propose(ID, order_(MONTH_CAP));
        vm.warp(DAY_START + 31 days - 1);
        _holds(IAgentTreasury.Hold.Month);
        vm.warp(DAY_START + 31 days);
        _holds(IAgentTreasury.Hold.None);
    }

    function test_lets_each_days_part_go_by_itself() public {
        for (uint256 i = 0; i < 31; ++i) {
            vm.warp(DAY_START + i * 1 days);
            propose(bytes32(i + 1), order_(i + 1));
        }
        vm.assertEq(purse.spentCents(), 31 * 32 / 2, "all");
        for (uint256 i = 1; i <= 31; ++i) {
            vm.warp(DAY_START + (30 + i) * 1 days);
            vm.assertEq(purse.spentCents(), 31 * 32 / 2 - i * (i + 1) / 2, "the rest");
        }
    }

    function test_a_refund_does_not_lower_it() public {
        uint256 jobId = propose(ID, order_(MONTH_CAP));
        vm.prank(owner);
        purse.rejectJob(jobId, REASON);
        vm.assertEq(usdc.balanceOf(address(purse)), DEPOSIT, "the money is back");
        vm.assertEq(purse.spentCents(), MONTH_CAP, "month");
        vm.warp(block.timestamp + 1 days);
        _holds(IAgentTreasury.Hold.Month);
    }

    function test_the_owner_resets_the_month_and_not_the_vendors_day() public {
        propose(ID, order_(MONTH_CAP));
        vm.expectEmit(address(purse));
        emit IAgentTreasury.SpendReset(address(registry), merchantA);
        vm.prank(owner);
        purse.resetSpend();
        vm.assertEq(purse.spentCents(), 0, "month");
        vm.assertEq(purse.vendorSpentCents(vendor), MONTH_CAP, "day");
        _holds(IAgentTreasury.Hold.VendorDay);
        vm.warp(block.timestamp + 1 days);
        propose(keccak256("2"), order_(MONTH_CAP));
        vm.assertEq(purse.spentCents(), MONTH_CAP, "counted anew");
    }

    function test_a_cap_of_everything_is_none() public {
        IAgentTreasury.Policy memory open_ = standard();
        open_.monthlyCapCents = type(uint64).max;
        setPolicy(open_);
        IAgentTreasury.JobOrder memory all = order_(0);
        all.amount = DEPOSIT;
        propose(ID, all);
        approve(ID, all);
        vm.assertEq(purse.spentCents(), DEPOSIT / CENT, "month");
        vm.warp(block.timestamp + 1 days);
        vm.assertEq(purse.spentCents(), DEPOSIT / CENT, "in its own day");
    }

    /// @dev The earliest chains' clocks do not end below zero.
    function test_counts_from_the_first_day() public {
        vm.warp(1 days);
        IAgentTreasury.JobOrder memory o = order_(5);
        o.expiredAt = 20 days;
        propose(ID, o);
        vm.assertEq(purse.spentCents(), 5, "month");
    }

    function _holds(IAgentTreasury.Hold hold) private view {
        vm.assertEq(uint256(purse.holdOf(order_(1))), uint256(hold), "hold");
    }
}
