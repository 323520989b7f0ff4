// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {AgentTest} from "./support/AgentTest.sol";
import {ReferenceEscrow} from "./support/ReferenceEscrow.sol";

/// @dev A job that was never funded is refunded out of another client's money: the attack on a published implementation,
/// carried out on its like, and tried here.
contract EscrowDrainTest is AgentTest {
    address private immutable thief = named("thief");

    function test_the_attack_works_where_a_refund_is_the_price() public {
        for (uint256 way = 0; way < 2; ++way) {
            ReferenceEscrow published = new ReferenceEscrow(usdc);
            vm.prank(client);
            uint256 victims = published.createJob(vendor, judge, block.timestamp + TERM, "", address(0));
            published.setBudget(victims, PRICE, "");
            vm.prank(client);
            usdc.approve(address(published), PRICE);
            vm.prank(client);
            published.fund(victims, PRICE, "");
            vm.prank(thief);
            uint256 jobId = published.createJob(vendor, thief, block.timestamp + REVIEW + 1, "", address(0));
            published.setBudget(jobId, PRICE, "");
            vm.warp(block.timestamp + REVIEW + 1);
            vm.prank(thief);
            if (way == 0) published.claimRefund(jobId);
            else published.reject(jobId, REASON, "");
            vm.assertEq(usdc.balanceOf(address(published)), 0, "the victim's money");
        }
        vm.assertEq(usdc.balanceOf(thief), 2 * PRICE, "with the thief");
    }

    function test_the_attack_pays_nothing_here() public {
        uint256 victims = funded(PRICE);
        for (uint256 way = 0; way < 3; ++way) {
            uint256 jobId = _unfunded();
            bytes[3] memory calls = [
                abi.encodeCall(escrow.claimRefund, (jobId)),
                abi.encodeCall(escrow.complete, (jobId, REASON, "")),
                abi.encodeCall(escrow.submit, (jobId, WORK, ""))
            ];
            refused(address(escrow), thief, calls[way], wrongStatus(jobId, IJobEscrow.JobStatus.Open));
            vm.prank(thief);
            escrow.reject(jobId, REASON, "");
            refused(
                address(escrow),
                thief,
                abi.encodeCall(escrow.claimRefund, (jobId)),
                wrongStatus(jobId, IJobEscrow.JobStatus.Rejected)
            );
            refused(
                address(escrow),
                thief,
                abi.encodeCall(escrow.claim, (jobId)),
                err(IJobEscrow.NothingHeld.selector, jobId)
            );
        }
        vm.assertEq(usdc.balanceOf(thief), 0, "thief");
        vm.assertEq(usdc.balanceOf(address(escrow)), PRICE, "escrow");
        vm.assertEq(escrow.getJob(victims).escrowed, PRICE, "the victim's");
    }

    /// @dev With a price, terms and expiry past, as the attack has it.
    function _unfunded() private returns (uint256 jobId) {
        vm.prank(thief);
        jobId = escrow.createJob(vendor, thief, block.timestamp + REVIEW + 1, "", address(0));
        vm.prank(thief);
        escrow.setTerms(jobId, address(registry), merchantA, address(usdc));
        vm.prank(thief);
        escrow.setBudget(jobId, PRICE, "");
        vm.warp(block.timestamp + REVIEW + 1);
    }
}
