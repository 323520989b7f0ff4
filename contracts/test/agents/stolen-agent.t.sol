// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev A thief with the agent's key and ten addresses of its own.
contract StolenAgentTest is AgentTest {
    uint256 private constant ADDRESSES = 10;
    uint256 private constant TRIES = 60;

    function setUp() public override {
        super.setUp();
        IAgentTreasury.Policy memory policy = standard();
        policy.evaluator = judge;
        setPolicy(policy);
    }

    function test_gets_nothing_to_its_own_addresses() public {
        for (uint256 i = 0; i < TRIES; ++i) {
            IAgentTreasury.JobOrder memory o = order_(between(i * 7_919, 1, THRESHOLD * 2));
            o.vendor = _address(i);
            if (i % 3 == 1) o.evaluator = _address(i + 1);
            if (i % 3 == 2) o.evaluator = judge;
            if (i % 2 == 1) o.token = address(eurc);
            vm.assertEq(propose(bytes32(i + 1), o), 0, "no job");
            vm.prank(agent);
            (bool success,) = address(purse).call(abi.encodeCall(IAgentTreasury.approveJob, (bytes32(i + 1), o)));
            vm.assertFalse(success, "approved");
        }
        _expectUntouched();
    }

    function test_decides_no_job_of_a_listed_vendor_itself() public {
        for (uint256 i = 0; i < ADDRESSES; ++i) {
            IAgentTreasury.JobOrder memory o = order_(1);
            o.evaluator = _address(i);
            vm.assertEq(propose(bytes32(i + 1), o), 0, "no job");
        }
        _expectUntouched();
    }

    function test_moves_no_more_than_the_listed_vendors_day_and_the_month() public {
        uint256 day = block.timestamp / 1 days * 1 days;
        for (uint256 d = 0; d < 6; ++d) {
            vm.warp(day + (d + 1) * 1 days);
            uint256 before = purse.spentCents();
            for (uint256 i = 0; i < ADDRESSES; ++i) {
                propose(keccak256(abi.encode(d, i)), order_(THRESHOLD / 4));
            }
            vm.assertLe(purse.spentCents() - before, VENDOR_DAY, "a day");
        }
        vm.assertEq(purse.spentCents(), MONTH_CAP, "the month");
        vm.assertEq(usdc.balanceOf(address(escrow)), MONTH_CAP * CENT, "all of it in the escrow");
        vm.assertEq(usdc.balanceOf(vendor), 0, "none with the vendor");
    }

    function test_has_no_other_call() public {
        bytes[5] memory calls = [
            abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), agent, 1)),
            abi.encodeCall(IAgentTreasury.setVendor, (_address(0), true)),
            abi.encodeCall(IAgentTreasury.setPolicy, (standard(), rates())),
            abi.encodeCall(IAgentTreasury.resetSpend, ()),
            abi.encodeCall(IAgentTreasury.setAgent, (_address(0)))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            refused(address(purse), agent, calls[i], err(IAgentTreasury.NotOwner.selector, agent));
        }
        _expectUntouched();
    }

    function _address(uint256 i) private pure returns (address) {
        return vm.addr(uint256(keccak256(abi.encode("thief", i % ADDRESSES))));
    }

    function _expectUntouched() private view {
        vm.assertEq(usdc.balanceOf(address(purse)), DEPOSIT, "USDC");
        vm.assertEq(eurc.balanceOf(address(purse)), DEPOSIT, "EURC");
        for (uint256 i = 0; i < ADDRESSES; ++i) {
            vm.assertEq(usdc.balanceOf(_address(i)) + eurc.balanceOf(_address(i)), 0, "thief");
        }
    }
}
