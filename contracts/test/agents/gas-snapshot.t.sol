// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev Gas of a call with cold accounts, without the transaction's own 21,000 and its calldata.
contract AgentGasSnapshot is AgentTest {
    function test_gas_of_jobs() public {
        IAgentTreasury.JobOrder memory o = order_(100);
        bytes memory first = abi.encodeCall(IAgentTreasury.proposeJob, (ID, o));
        _measure("AgentTreasury", "propose a job that opens", address(purse), agent, first);
        uint256 jobId = purse.proposal(ID).jobId;
        bytes memory data = abi.encodeCall(escrow.submit, (jobId, WORK, ""));
        _measure("JobEscrow", "submit", address(escrow), vendor, data);
        data = abi.encodeCall(IAgentTreasury.completeJob, (jobId, REASON));
        _measure("AgentTreasury", "complete a job", address(purse), owner, data);
        bytes32 second = keccak256("2");
        data = abi.encodeCall(IAgentTreasury.proposeJob, (second, order_(THRESHOLD + 1)));
        _measure("AgentTreasury", "propose a job that waits", address(purse), agent, data);
        data = abi.encodeCall(IAgentTreasury.approveJob, (second, order_(THRESHOLD + 1)));
        _measure("AgentTreasury", "approve a job", address(purse), owner, data);
        vm.warp(START + TERM);
        data = abi.encodeCall(escrow.claimRefund, (purse.proposal(second).jobId));
        _measure("JobEscrow", "refund after the expiry", address(escrow), stranger, data);
    }

    function test_gas_of_a_treasury() public {
        bytes memory data = abi.encodeCall(IAgentTreasury.deploy, (address(registry), merchantB));
        _measure("AgentTreasury", "deploy", address(implementation), stranger, data);
        data = abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 1));
        _measure("AgentTreasury", "withdraw", address(purse), owner, data);
    }

    function _measure(string memory group, string memory name, address target, address sender, bytes memory data)
        private
    {
        vm.cool(address(escrow));
        vm.cool(address(implementation));
        vm.cool(address(purse));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(sender);
        (bool success,) = target.call(data);
        vm.snapshotGasLastCall(group, name);
        vm.assertTrue(success, name);
    }
}
